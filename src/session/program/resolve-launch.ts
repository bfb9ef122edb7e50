import { resolve } from 'node:path';
import { checkCommand, checkLength, createLaunchError } from './check-command.js';
import { createEnvironment, type Environment } from './environment.js';

/** A program to be started. */
export interface LaunchSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | null>>;
  readonly inheritEnv: boolean;
  readonly cwd: string;
}

/** Resolves the working directory and environment; throws kind `spawn` if the program cannot start. Has no side effects. */
export function resolveLaunch(
  spec: LaunchSpec,
  inherited: Readonly<Record<string, string | undefined>>,
): { readonly cwd: string; readonly env: Environment } {
  const { command, args } = spec;
  const cwd = resolveWorkingDirectory(spec);
  const env = createEnvironment(spec.inheritEnv ? inherited : {}, spec.env, cwd);
  checkCommand(command, cwd, env['PATH']);
  checkLength(command, args, env);
  return { cwd, env };
}

function resolveWorkingDirectory({ command, cwd }: LaunchSpec): string {
  try {
    return resolve(cwd);
  } catch (error) {
    const reason = "the server's working directory no longer exists. Set `cwd` to an absolute path";
    throw createLaunchError(command, reason, error);
  }
}
