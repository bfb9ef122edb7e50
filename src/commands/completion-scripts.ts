import type { Command, Commands } from './command.js';
import { commonFlags } from './help.js';

type Script = (commands: Commands) => string;
/** The scripts that complete commands, a shell each. */
export const completionScripts: Readonly<Record<'bash' | 'zsh' | 'fish', Script>> = { bash, zsh, fish };

/** What may stand in a place of the command line. */
type Value = 'nothing' | 'text' | 'file' | 'directory' | readonly string[];
interface Flag {
  readonly name: string;
  readonly help: string;
  readonly value: Value;
}

function flagsOf({ options }: Command): readonly Flag[] {
  const flags = Object.entries(options).map(([name, { help, placeholder, words }]) => ({
    name,
    help,
    value: (words as readonly string[] | undefined) ?? valueFor(placeholder),
  }));
  return [...flags, ...commonFlags.map((flag) => ({ ...flag, value: 'nothing' as const }))];
}

function valueFor(placeholder: string | undefined): Value {
  if (placeholder === undefined) return 'nothing';
  if (placeholder === 'DIR') return 'directory';
  // A theme may be a file too.
  return placeholder === 'FILE' || placeholder === 'THEME' ? 'file' : 'text';
}

function operandOf({ operands }: Command): Value {
  const [operand] = operands;
  return operand === undefined ? 'nothing' : (operand.words ?? valueFor(operand.name));
}

const topFlags = commonFlags.map(({ name }) => `--${name}`);
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const isWords = (value: Value): value is readonly string[] => typeof value === 'object';

function bash(commands: Commands): string {
  const reply = (value: Value, more: readonly string[] = []): string => {
    const words = [...more, ...(isWords(value) ? value : [])];
    const kind = value === 'file' ? ' kind=-f' : value === 'directory' ? ' kind=-d' : '';
    return `words=${quoted(words.join(' '))}${kind}`;
  };
  const cases = Object.entries(commands).flatMap(([name, command]) => {
    const flags = flagsOf(command);
    const behindFlags = flags
      .filter(({ value }) => value !== 'nothing')
      .map((flag) => `    ${quoted(`${name} --${flag.name}`)}) ${reply(flag.value)} ;;`);
    const names = flags.map((flag) => `--${flag.name}`);
    return [...behindFlags, `    ${quoted(`${name} `)}*) ${reply(operandOf(command), names)} ;;`];
  });
  return `# Completes tuispec in bash.
_tuispec() {
  local words='' kind=''
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
${cases.join('\n')}
  esac
  ((COMP_CWORD > 1)) || ${reply([...Object.keys(commands), ...topFlags])} kind=''
  mapfile -t COMPREPLY < <(compgen -W "$words" $kind -- "\${COMP_WORDS[COMP_CWORD]}")
}
complete -o filenames -F _tuispec tuispec
`;
}

function zsh(commands: Commands): string {
  const inBrackets = (text: string): string => text.replaceAll(/[[\]\\]/g, '\\$&');
  const action = (value: Value): string => {
    if (isWords(value)) return `:value:(${value.join(' ')})`;
    return { nothing: '', text: ':value:', file: ':file:_files', directory: ':directory:_files -/' }[value];
  };
  const cases = Object.entries(commands).map(([name, command]) => {
    const flags = flagsOf(command).map(({ name: flag, help, value }) =>
      quoted(`--${flag}[${inBrackets(help)}]${action(value)}`),
    );
    const operand = operandOf(command);
    const operands = operand === 'nothing' ? [] : [quoted(`1${action(operand)}`)];
    return `    ${name}) _arguments ${[...flags, ...operands].join(' ')} ;;`;
  });
  const described = Object.entries(commands).map(([name, { what }]) => quoted(`${name}:${what}`));
  return `#compdef tuispec
_tuispec() {
  if ((CURRENT == 2)); then
    local -a commands=(${described.join(' ')})
    _describe command commands
    compadd -- ${topFlags.join(' ')}
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
${cases.join('\n')}
  esac
}
if [[ $funcstack[1] == _tuispec ]]; then _tuispec "$@"; else compdef _tuispec tuispec; fi
`;
}

function fish(commands: Commands): string {
  const action = (value: Value): string => {
    if (isWords(value)) return ` -x -a ${quoted(value.join(' '))}`;
    const directories = " -x -a '(__fish_complete_directories)'";
    return { nothing: '', text: ' -x', file: ' -r -F', directory: directories }[value];
  };
  const lines = Object.entries(commands).flatMap(([name, command]) => {
    const here = `complete -c tuispec -n '__fish_seen_subcommand_from ${name}'`;
    const operand = operandOf(command);
    return [
      `complete -c tuispec -n __fish_use_subcommand -a ${name} -d ${quoted(command.what)}`,
      ...flagsOf(command).map((flag) => `${here} -l ${flag.name} -d ${quoted(flag.help)}${action(flag.value)}`),
      ...(operand === 'nothing' ? [] : [here + (operand === 'file' ? ' -F' : action(operand))]),
    ];
  });
  const top = topFlags.map((flag) => `complete -c tuispec -n __fish_use_subcommand -l ${flag.replace('--', '')}`);
  return `# Completes tuispec in fish.\n${['complete -c tuispec -f', ...top, ...lines].join('\n')}\n`;
}
