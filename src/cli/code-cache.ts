import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** A CommonJS file that is to be run, and where its compiled code is cached. */
export interface CachedScript {
  readonly file: string;
  readonly require: NodeJS.Require;
  /** Changes with the content of `file`. */
  readonly hash: string;
  readonly cacheDirectory: string;
}

const digestBytes = 32;

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
export function runCached({ file, require, hash, cacheDirectory }: CachedScript): void {
  const cacheFile = join(cacheDirectory, `program-${process.version}-${process.arch}-${hash}`);
  const cachedData = readCache(cacheFile);
  // The file is ASCII.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`;
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
  const module = { exports: {} as ScriptExports };
  (script.runInThisContext() as RunScript)(module.exports, require, module, file, dirname(file));
  if (script.cachedDataRejected !== false) module.exports.onStarted(() => writeCache(script, cacheFile));
}

function writeCache(script: Script, cacheFile: string): void {
  const partial = `${cacheFile}.${process.pid}`;
  try {
    const code = script.createCachedData();
    writeFileSync(partial, Buffer.concat([computeDigest(code), code]), { mode: 0o600, flag: 'wx' });
    renameSync(partial, cacheFile);
  } catch {
    rmSync(partial, { force: true });
  }
}

// V8 detects truncated code, but damaged code would crash the process.
function readCache(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(digestBytes);
    return computeDigest(code).equals(bytes.subarray(0, digestBytes)) ? code : undefined;
  } catch {
    return undefined;
  }
}

const computeDigest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
