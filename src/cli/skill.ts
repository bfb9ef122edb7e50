// `tuispec skill`: prints the skill for coding agents, copies it into a project, and lists the commands for sessions.
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { createSystemError, MethodError } from '../base/errors.js';
import { resolveAbsolutePath } from '../base/files.js';
import { version } from '../protocol/generated/tables.js';
import { exitMeanings, type SessionCommand, type SessionCommandName, sessionCommands } from '../sessions/commands.js';
import { resultMembers } from '../sessions/generated/results.js';
import { findProject } from '../sessions/places.js';
import { type Command, defineOption, parseArguments, parseBoolean, parseOneOf, print, UsageError } from './options.js';

/** The text of .agents/skills/tuispec/SKILL.md, which the build inserts. */
declare const skill: string;

const agents = ['claude', 'codex', 'agents'] as const;
type Agent = (typeof agents)[number];
const agent = { name: 'AGENT', words: agents, parse: parseOneOf(agents), isRepeatable: true } as const;

const options = {
  install: defineOption({
    help: 'copy the skill into this project, and mention it in AGENTS.md',
    parse: parseBoolean,
    default: false,
  }),
  commands: defineOption({
    help: 'print the commands for sessions, with their options and exit codes, as JSON',
    parse: parseBoolean,
    default: false,
  }),
};

/** `tuispec skill`. */
export const skillCommand: Command = {
  what: 'print or install a skill for coding agents that use the command line',
  explanation: `Prints a short guide in Markdown for agents that drive programs with shell commands instead
of MCP tools. --install copies it to .claude/skills (claude) or .agents/skills (codex, agents) of
the project: the nearest directory with .git, else this one. Without AGENT, those are used whose
directory exists, else agents.`,
  operands: [agent],
  options,
  examples: [
    ['Print it:', 'tuispec skill'],
    ['Install it for all agents of a project:', 'tuispec skill --install claude agents'],
  ],
  run: async (args, host) => {
    const { values, operands } = parseArguments(options, [agent], args, host.variables);
    if (values.install && values.commands) throw new UsageError('Use --install or --commands, not both.');
    if (values.install) return await print(installSkill(operands as readonly Agent[]), host);
    if (operands.length > 0) throw new UsageError('AGENT needs --install.');
    return await print(values.commands ? `${JSON.stringify(describeCommands(), null, 2)}\n` : skill, host);
  },
};

/** What `tuispec skill --commands` prints. */
function describeCommands(): object {
  const commands = Object.entries<SessionCommand>(sessionCommands).map(([name, command]) => {
    const { what, explanation, operands, takesCommand, options: own, exitMeanings: codes, examples } = command;
    const usage = ['tuispec', name, '[options]', ...(takesCommand ? ['--'] : []), operands].join(' ').trim();
    const described = Object.entries(own).map(([option, { value, help, default: preset, isRepeatable, letter }]) => [
      `--${option}`,
      {
        ...(letter === undefined ? {} : { short: `-${letter}` }),
        ...(value === undefined ? {} : { value }),
        ...(preset === undefined ? {} : { default: preset }),
        ...(isRepeatable ? { repeatable: true } : {}),
        help,
      },
    ]);
    const ownCodes = codes === undefined ? {} : { exit_codes: codes };
    const lines = examples.map(([, line]) => line);
    return [
      name,
      {
        usage,
        what,
        explanation,
        options: Object.fromEntries(described),
        json: resultMembers[name as SessionCommandName],
        ...ownCodes,
        examples: lines,
      },
    ] as const;
  });
  const errors = { error: 'What has failed: kind, message and screen.' };
  return {
    version,
    commands: Object.fromEntries(commands),
    json: { ...resultMembers.every, ...errors },
    exit_codes: exitMeanings,
  };
}

const folders: Readonly<Record<Agent, string>> = { claude: '.claude', codex: '.agents', agents: '.agents' };

/** Copies the skill into the project of the working directory, and mentions it in AGENTS.md. Returns what has been done. */
function installSkill(wanted: readonly Agent[]): string {
  const root = findProject(resolveAbsolutePath('.'));
  const chosen = wanted.length > 0 ? wanted : findAgents(root);
  const paths = [...new Set(chosen.map((name) => `${folders[name]}/skills/tuispec/SKILL.md`))];
  const files = [
    ...paths.map((path) => prepareFile(root, path, () => Buffer.from(skill).toString('latin1'))),
    prepareFile(root, 'AGENTS.md', (text) => withBlock(text)),
  ];
  writeAll(files.filter(({ isChanged }) => isChanged));
  return files.map(({ path, isChanged }) => `${isChanged ? 'Wrote' : 'Up to date:'} ${path}\n`).join('');
}

function findAgents(root: string): readonly Agent[] {
  const exists = (folder: string): boolean =>
    lstatSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() === true;
  const found: readonly Agent[] = [
    ...(exists('.claude') ? (['claude'] as const) : []),
    ...(exists('.agents') || exists('.codex') ? (['agents'] as const) : []),
  ];
  return found.length > 0 ? found : ['agents'];
}

/** A file that is to be written. */
interface PreparedFile {
  readonly path: string;
  readonly content: Buffer;
  readonly mode: number;
  readonly isChanged: boolean;
}

/** Determines the content of a file from its present one, and fails if it cannot be written. Latin-1 keeps bytes that are not UTF-8. */
function prepareFile(root: string, name: string, edit: (text: string) => string): PreparedFile {
  const path = join(root, name);
  const entry = inspect(root, name);
  if (entry === undefined) return { path, content: Buffer.from(edit(''), 'latin1'), mode: 0o644, isChanged: true };
  try {
    const present = readFileSync(path, 'latin1');
    const content = Buffer.from(edit(present), 'latin1');
    const isChanged = content.toString('latin1') !== present;
    if (isChanged && (entry.mode & 0o200) === 0) throw refuse(path, 'it is read-only. Make it writable with chmod u+w');
    if (isChanged) accessSync(path, constants.W_OK);
    return { path, content, mode: entry.mode & 0o777, isChanged };
  } catch (error) {
    throw error instanceof MethodError ? error : createSystemError('io', `Cannot write ${path}`, error);
  }
}

const refuse = (path: string, reason: string): MethodError => new MethodError('io', `Cannot write ${path}: ${reason}.`);

/** The regular file below a directory; undefined if there is none. A symbolic link on the way could lead out of the project. */
function inspect(root: string, name: string): Stats | undefined {
  const parts = name.split('/');
  for (const index of parts.keys()) {
    const part = join(root, ...parts.slice(0, index + 1));
    const entry = lstatSync(part, { throwIfNoEntry: false });
    const isLast = index === parts.length - 1;
    if (entry === undefined) return undefined;
    const kind = isLast ? 'file' : 'directory';
    if (entry.isSymbolicLink())
      throw refuse(
        join(root, name),
        `${part} is a symbolic link. Replace it with a ${kind}, or copy what tuispec skill prints`,
      );
    if (isLast ? !entry.isFile() : !entry.isDirectory()) throw refuse(join(root, name), `${part} is not a ${kind}`);
    if (isLast) return entry;
  }
  return undefined;
}

const begin = '<!-- tuispec:begin -->';
const end = '<!-- tuispec:end -->';
const block = [
  begin,
  '## Terminal programs',
  '',
  'Programs that need a terminal or ask questions (editors, REPLs, debuggers, installers, `git add -p`) run in sessions:',
  '`tuispec open`, `tuispec send --expect`, `tuispec close`. First read the skill `tuispec`; `tuispec skill` prints it.',
  end,
];

/** A text with the block between its markers, or with the block at its end. */
function withBlock(text: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = block.join(newline);
  const [before = '', ...behindBegins] = text.split(begin);
  const ends = text.split(end).length - 1;
  if (behindBegins.length === 0 && ends === 0) {
    const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline.repeat(2);
    return `${text}${gap}${lines}${newline}`;
  }
  const [inside, behind] = behindBegins.join(begin).split(end);
  if (behindBegins.length !== 1 || ends !== 1 || inside === undefined || behind === undefined)
    throw new MethodError(
      'io',
      `Cannot update AGENTS.md: it must contain ${JSON.stringify(begin)} and ${JSON.stringify(end)} once each, in this order. Mend or remove them.`,
    );
  return `${before}${lines}${behind}`;
}

/** Writes all files, or none: they are written under temporary names first. */
function writeAll(files: readonly PreparedFile[]): void {
  const made: string[] = [];
  try {
    const written = files.map(({ path, content, mode }) => {
      const temporary = join(dirname(path), `.tuispec-${randomBytes(6).toString('hex')}`);
      try {
        const directory = mkdirSync(dirname(path), { recursive: true });
        made.push(directory ?? temporary);
        writeFileSync(temporary, content, { flag: 'wx' });
        chmodSync(temporary, mode);
      } catch (error) {
        throw createSystemError('io', `Cannot write ${path}`, error);
      }
      return { temporary, path };
    });
    for (const { temporary, path } of written) renameSync(temporary, path);
  } catch (error) {
    for (const path of made) rmSync(path, { recursive: true, force: true });
    throw error instanceof MethodError ? error : createSystemError('io', 'Cannot install the skill', error);
  }
}
