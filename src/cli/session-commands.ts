import { type SessionCommand, sessionCommands } from '../sessions/commands.js';
import { type Command, type Commands, defineOption, type Option } from './options.js';

/** An option of a command for sessions as the help and the completion describe it. */
export const toOption = ({
  value,
  help,
  default: preset,
  isRepeatable,
  letter,
}: SessionCommand['options'][string]): Option<unknown> =>
  defineOption<unknown>({
    ...(value === undefined ? {} : { placeholder: value }),
    help,
    parse: (text) => text,
    default: preset,
    ...(isRepeatable ? { isRepeatable } : {}),
    ...(letter === undefined ? {} : { letter }),
  });

/** A command for sessions as the help and the completion describe it. The launcher runs it, without this program. */
function toCommand(
  name: string,
  { what, explanation, operands, takesCommand, options, examples }: SessionCommand,
): Command {
  const words = operands === '' || takesCommand ? [] : [{ name: operands, parse: (text: string) => text }];
  return {
    what,
    explanation,
    operands: words,
    ...(takesCommand ? { commandLine: operands } : {}),
    options: Object.fromEntries(Object.entries(options).map(([option, spec]) => [option, toOption(spec)])),
    examples,
    run: async (args) => {
      const { runSessionClient } = await import('../sessions/session-client.js');
      await runSessionClient([name, ...args]);
      return Number(process.exitCode);
    },
  };
}

const { view: _, ...others } = sessionCommands;

/** The commands that act on a session. `view` does other things, too. */
export const commandsForSessions: Commands = Object.fromEntries(
  Object.entries(others).map(([name, command]) => [name, toCommand(name, command)]),
);
