#!/usr/bin/env node
// The executable. The compiled code of the program is cached, so that later starts are faster.
import './check-runtime.js';
import type { Script } from 'node:vm';

// Commands for sessions need none of these modules, some of which take longer to load than all else.
const fs = (): typeof import('node:fs') => require('node:fs');
const { dirname, join }: typeof import('node:path') = require('node:path');

// `doctor` leaves no files.
const isConfigured =
  process.argv[2] === 'doctor' || 'NODE_COMPILE_CACHE' in process.env || 'NODE_DISABLE_COMPILE_CACHE' in process.env;

// Cached code is executed, so the directory must belong to this user alone. Node's default directory is shared.
function findPrivateDirectory(): string | undefined {
  const { existsSync, lstatSync, mkdirSync } = fs();
  const { tmpdir } = require('node:os') as typeof import('node:os');
  const userId = process.getuid?.();
  const directory = join(tmpdir(), `tuispec-compile-cache-${userId}`);
  try {
    // Not `recursive`: under /proc, the call would never return.
    if (!existsSync(directory)) mkdirSync(directory, { mode: 0o700 });
    const entry = lstatSync(directory);
    const isPrivate = entry.isDirectory() && entry.uid === userId && (entry.mode & 0o077) === 0;
    return isPrivate ? directory : undefined;
  } catch {
    return undefined;
  }
}

/** A CommonJS file that is to be run, and where its compiled code is cached. */
interface CachedScript {
  readonly file: string;
  readonly require: NodeJS.Require;
  /** Changes with the content of `file`. */
  readonly hash: string;
  readonly cacheDirectory: string;
}

interface ScriptExports {
  /** Calls back when the code that the script needs to start is compiled. */
  onStarted(callback: () => void): void;
}
type RunScript = (
  exports: ScriptExports,
  require: NodeJS.Require,
  module: { readonly exports: object },
  filename: string,
  directory: string,
) => void;

/**
 * Runs a script with the code that V8 compiled for it in an earlier process: all functions that had run when it had
 * started, unlike `enableCompileCache` of Node, which caches the functions that V8 compiles when it loads a file.
 */
function runCached({ file, require, hash, cacheDirectory }: CachedScript): void {
  const cacheFile = join(cacheDirectory, `program-${process.version}-${process.arch}-${hash}`);
  const cachedData = readCache(cacheFile);
  // The file is ASCII.
  const source = `(function (exports, require, module, __filename, __dirname) {${fs().readFileSync(file, 'latin1')}\n})`;
  const vm = require('node:vm') as typeof import('node:vm');
  const script = new vm.Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
  const module = { exports: {} as ScriptExports };
  (script.runInThisContext() as RunScript)(module.exports, require, module, file, dirname(file));
  if (script.cachedDataRejected !== false) module.exports.onStarted(() => writeCache(script, cacheFile));
}

function writeCache(script: Script, cacheFile: string): void {
  const { renameSync, rmSync, writeFileSync } = fs();
  const partial = `${cacheFile}.${process.pid}`;
  try {
    const code = script.createCachedData();
    writeFileSync(partial, Buffer.concat([computeDigest(code), code]), { mode: 0o600, flag: 'wx' });
    renameSync(partial, cacheFile);
  } catch {
    rmSync(partial, { force: true });
  }
}

const digestBytes = 32;
const computeDigest = (bytes: Buffer): Buffer =>
  (require('node:crypto') as typeof import('node:crypto')).createHash('sha256').update(bytes).digest();

// V8 detects truncated code, but damaged code would crash the process.
function readCache(file: string): Buffer | undefined {
  try {
    const bytes = fs().readFileSync(file);
    const code = bytes.subarray(digestBytes);
    return computeDigest(code).equals(bytes.subarray(0, digestBytes)) ? code : undefined;
  } catch {
    return undefined;
  }
}

// The program starts here, after everything that it needs.
declare const programHash: string;
const [, , command = '', ...args] = process.argv;
if (isForSession()) require(join(__dirname, 'session-client.js'));
else start();

function start(): void {
  const { enableCompileCache } = require('node:module') as {
    readonly enableCompileCache?: (directory: string) => unknown;
  };
  const cacheDirectory = isConfigured ? undefined : findPrivateDirectory();
  if (cacheDirectory !== undefined) enableCompileCache?.(cacheDirectory);
  const file = join(__dirname, command === 'mcp' ? 'mcp-program.js' : 'program.js');
  if (command === 'mcp' || cacheDirectory === undefined) require(file);
  else runCached({ file, require, hash: programHash, cacheDirectory });
}

// Its commands load a client of a few kilobytes, and nothing of the program.
function isForSession(): boolean {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  if (own.some((word) => ['--help', '-h', '--version'].includes(word))) return false;
  // With a command or a pane, `view` needs no session.
  if (command === 'view') return own.length === args.length && own.every(isForViewOfSession);
  return ['open', 'send', 'click', 'scroll', 'wait', 'show', 'run', 'request', 'ls', 'close'].includes(command);
}

function isForViewOfSession(word: string, index: number): boolean {
  return (
    /^(-s|--(session|json|interactive|listen|all|stop)(=|$))/.test(word) ||
    /^(-s|--session|--listen)$/.test(args[index - 1] ?? '')
  );
}
