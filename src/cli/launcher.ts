#!/usr/bin/env node
// The executable. The compiled code of the program is cached, so that later starts are faster.
import './check-runtime.js';
import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCached } from './code-cache.js';

const { enableCompileCache } = nodeModule as { readonly enableCompileCache?: (directory: string) => unknown };
const isConfigured = 'NODE_COMPILE_CACHE' in process.env || 'NODE_DISABLE_COMPILE_CACHE' in process.env;

// Cached code is executed, so the directory must belong to this user alone. Node's default directory is shared.
function findPrivateDirectory(): string | undefined {
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

declare const programHash: string;
const cacheDirectory = isConfigured ? undefined : findPrivateDirectory();
if (cacheDirectory !== undefined) enableCompileCache?.(cacheDirectory);
const [, , command] = process.argv;
const file = join(__dirname, command === 'mcp' ? 'mcp-program.js' : 'program.js');
if (command === 'mcp' || cacheDirectory === undefined) require(file);
else runCached({ file, require, hash: programHash, cacheDirectory });
