// A tape as a test for tuispec/vitest.
import {
  type Code,
  type CodeStep,
  type CodeTarget,
  type CodeText,
  describeMissing,
  indent,
  signalOf,
} from './code-steps.js';
import type { StyleWords, TapeTarget } from './commands.js';

const quote = (text: string): string => {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`);
  return mark + escaped.replaceAll(/[\0-\x1f\x7f]/g, escapeUnicode) + mark;
};
const escapeUnicode = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const baseOf = (command: readonly string[]): string => (command[0] ?? '').replace(/^.*\//, '');

/** The test; `directory` is the relative path to the directory in which the program runs. */
export function writeTypeScript(code: Code, directory: string): string {
  const app = nameProgram(code);
  const { command, cols, rows, timeoutMs, env, ready, constants } = code;
  const [program = '', ...args] = command;
  const options = [
    ...(args.length > 0 ? [`args: [${args.map(quote).join(', ')}]`] : []),
    ...(code.isInOwnDirectory ? [] : ['cwd']),
    ...(Object.keys(env).length > 0
      ? [
          `env: { ${Object.entries(env)
            .map(([name, value]) => `${name}: ${quote(value)}`)
            .join(', ')} }`,
        ]
      : []),
    `cols: ${cols}`,
    `rows: ${rows}`,
    `timeout: ${formatNumber(timeoutMs)}`,
    "ambiguity: 'first'",
    ...(ready === undefined ? [] : [`ready: ${ready.name ?? toScriptTarget(ready.target)}`]),
  ];
  const launch = `const ${app} = await terminal.launch(${quote(program)}, {`;
  const body = code.steps.flatMap((step) => writeTypeScriptStep(step, app));
  const usesSteps = code.steps.some((step) => step.do === 'block');
  const setups = code.setups.map(
    (line) => `execSync(${quote(line)}${code.isInOwnDirectory ? ', { cwd: terminal.dir }' : ', { cwd }'});`,
  );
  const cleanups = code.cleanups.map(
    (line) => `onTestFinished(() => void execSync(${quote(line)}${code.isInOwnDirectory ? '' : ', { cwd }'}));`,
  );
  const usesExec = setups.length + cleanups.length > 0;
  return [
    `// Generated from ${code.source}; edit it as you like.`,
    ...(usesExec ? ["import { execSync } from 'node:child_process';"] : []),
    ...(code.isInOwnDirectory ? [] : ["import { fileURLToPath } from 'node:url';"]),
    "import { expect, test } from 'tuispec/vitest';",
    ...(cleanups.length > 0 ? ["import { onTestFinished } from 'vitest';"] : []),
    '',
    ...(code.isInOwnDirectory
      ? []
      : [`const cwd = fileURLToPath(new URL(${quote(directory === '' ? '.' : directory)}, import.meta.url));`]),
    ...constants.map(({ name, target }) => `const ${name} = ${toScriptTarget(target)};`),
    ...code.variables.map(
      (name) => `if (process.env.${name} === undefined) throw new Error(${quote(describeMissing(name))});`,
    ),
    ...(code.isInOwnDirectory && constants.length + code.variables.length === 0 ? [] : ['']),
    `test(${quote(code.title)}, { timeout: ${formatNumber(Math.max(60_000, 4 * timeoutMs))} }, async ({ terminal${usesSteps ? ', step' : ''} }) => {`,
    ...indent(
      [
        ...cleanups,
        ...setups,
        launch,
        ...indent(
          options.map((option) => `${option},`),
          '  ',
        ),
        '});',
        ...body,
      ],
      '  ',
    ),
    '});',
    '',
  ].join('\n');
}

/** The name of the variable for the program. */
function nameProgram({ command, constants }: Code): string {
  const name = baseOf(command)
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();
  const taken = ['', 'test', 'expect', 'terminal', 'step', 'cwd', 'new', 'delete', 'in', 'do', 'if'];
  return taken.includes(name) || constants.some((constant) => constant.name === name) ? 'app' : name;
}

const formatNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, '_');
/** A text, a pattern, or with a style a locator of the program. */
const toScript = ({ target, name }: CodeTarget, app: string): string => {
  if (target.style === undefined) return name ?? toScriptTarget(target);
  return `${app}.getByText(${name ?? toScriptTarget(target)}, { style: { ${formatStyle(target.style)} } })`;
};
const formatStyle = (style: StyleWords): string =>
  Object.entries(style)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? quote(value) : value}`)
    .join(', ');

const toScriptTarget = (target: TapeTarget): string =>
  target.type === 'exact' ? quote(target.text) : `/${target.pattern.replaceAll(/\\\/|\//g, '\\/')}/${target.flags}`;

const toScriptText = (typed: CodeText): string =>
  'text' in typed ? quote(typed.text) : `process.env.${typed.variable} as string`;

type Step<Name extends CodeStep['do']> = Extract<CodeStep, { readonly do: Name }>;

function writeLine({ line, answer }: Step<'line'>, app: string): string {
  const options = [
    ...('variable' in line ? ['secret: true'] : []),
    ...(answer === undefined ? [] : [`answer: ${toScript(answer, app)}`]),
  ];
  return `await ${app}.sendLine(${toScriptText(line)}${formatOptions(options)});`;
}

function writeTyping({ typed, isPaste }: Step<'type'>, app: string): string {
  const options = [...('variable' in typed ? ['secret: true'] : []), ...(isPaste ? ['paste: true'] : [])];
  return `await ${app}.type(${toScriptText(typed)}${formatOptions(options)});`;
}

const formatOptions = (options: readonly string[]): string =>
  options.length === 0 ? '' : `, { ${options.join(', ')} }`;

function writeTypeScriptStep(step: CodeStep, app: string): string[] {
  switch (step.do) {
    case 'line':
      return [writeLine(step, app)];
    case 'type':
      return [writeTyping(step, app)];
    case 'press':
      return [`await ${app}.press(${step.keys.map(quote).join(', ')});`];
    case 'new':
      return [`await ${app}.waitForText(${toScript(step.target, app)}, { since: 'lastInput' });`];
    case 'see':
      return step.target.target.style === undefined
        ? [`await expect(${app}).toHaveText(${toScript(step.target, app)});`]
        : [`await ${app}.waitForText(${toScript(step.target, app)});`];
    case 'gone':
      return [`await ${app}.waitForText(${toScript(step.target, app)}, { state: 'hidden' });`];
    case 'title':
      return [`await expect(${app}).toHaveTitle(${toScript(step.target, app)});`];
    case 'stable':
      return [`await ${app}.waitForStable(${step.quietMs});`];
    case 'cursor':
      return [`await expect(${app}).toHaveCursor(${step.row}, ${step.col});`];
    case 'exit':
      return step.code > 128
        ? [
            `const { exitCode, signal } = await ${app}.waitForExit();`,
            `expect([${step.code}, ${quote(signalOf(step.code))}]).toContain(exitCode ?? signal);`,
          ]
        : [`await expect(${app}).toHaveExited(${step.code});`];
    default:
      return writeTypeScriptGesture(step, app);
  }
}

function writeTypeScriptGesture(step: CodeStep, app: string): string[] {
  switch (step.do) {
    case 'click': {
      const at = 'target' in step.at ? toScript(step.at, app) : `{ row: ${step.at.row}, col: ${step.at.col} }`;
      return [`await ${app}.click(${at}${step.button === 'left' ? '' : `, { button: '${step.button}' }`});`];
    }
    case 'drag': {
      const [from, to] = [step.from, step.to].map(({ row, col }) => `{ row: ${row}, col: ${col} }`);
      return [`await ${app}.drag(${from}, ${to});`];
    }
    case 'scroll':
      return [`await ${app}.scroll('${step.direction}'${step.count === 1 ? '' : `, { amount: ${step.count} }`});`];
    case 'resize':
      return [`await ${app}.resize(${step.cols}, ${step.rows});`];
    case 'focus':
      return [`await ${app}.focus(${step.isIn ? '' : 'false'});`];
    case 'signal':
      return [`await ${app}.signal(${quote(step.name)});`];
    case 'snapshot':
      return [`await expect(${app}).toMatchScreen(${quote(step.name)});`];
    case 'block':
      return [
        `await step(${quote(step.title)}, async () => {`,
        ...indent(
          step.steps.flatMap((inner) => writeTypeScriptStep(inner, app)),
          '  ',
        ),
        '});',
      ];
    case 'comment':
      return [`// ${step.text}`];
    default:
      return [];
  }
}
