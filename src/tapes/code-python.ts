// A tape as a test in Python, which needs its standard library only.
import { escapePattern } from '../base/text.js';
import {
  type Code,
  type CodeStep,
  type CodeTarget,
  type CodeText,
  describeMissing,
  indent,
  signalOf,
  toRequest,
} from './code-steps.js';
import type { TapeTarget } from './commands.js';

const pythonHead = (
  code: Code,
): string => `"""Generated from ${code.source.replaceAll('"', "'")}; edit it as you like."""

import itertools, json, os, shutil, subprocess, tempfile, unittest

# With npm, run it in a script of package.json, or set TUISPEC="npx tuispec".
SERVER = [*os.environ.get("TUISPEC", "tuispec").split(), "server", "--ambiguity-mode", "first", "--timeout-seconds", "${code.timeoutMs / 1000}"]


class Tuispec:
    """A running server: \`tuispec.sendKey(key="q")\` sends a request and returns its result."""

    def __init__(self):
        self.server = subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ids = itertools.count(1)

    def __getattr__(self, method):
        return lambda **params: self.request(method, params)

    def request(self, method, params):
        request = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params}
        print(json.dumps(request), file=self.server.stdin, flush=True)
        for line in self.server.stdout:
            message = json.loads(line)
            if message.get("id") != request["id"]:
                continue  # a notification
            if "result" in message:
                return message["result"]
            error = message["error"]
            raise AssertionError("\\n".join(filter(None, [error["message"], error.get("data", {}).get("screen")])))
        raise AssertionError("The server has ended.")

    def end(self):
        self.server.communicate()  # at the end of its input the server ends its program, then itself


def exact(text, **style):
    return {"type": "exact", "text": text, **({"style": style} if style else {})}


def regex(pattern, flags="", **style):
    return {"type": "regex", "pattern": pattern, "flags": flags, **({"style": style} if style else {})}


def clean_environment(home):
    """An environment that does not depend on the settings of a person."""
    kept = {name: os.environ[name] for name in ("PATH", "TMPDIR", "USER", "SHELL", "LANG") if name in os.environ}
    folders = {"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share", "XDG_STATE_HOME": ".local/state", "XDG_CACHE_HOME": ".cache"}
    for folder in (*folders.values(), "run"):
        os.makedirs(os.path.join(home, folder), mode=0o700, exist_ok=True)
    sockets = {name: os.path.join(home, "run") for name in ("XDG_RUNTIME_DIR", "TMUX_TMPDIR", "SCREENDIR")}
    return {"LANG": "C.UTF-8", **kept, "HOME": home, **{name: os.path.join(home, path) for name, path in folders.items()}, **sockets}
`;

/** The test; `directory` is the relative path to the directory in which the program runs. */
export function writePython(code: Code, directory: string): string {
  const { command, cols, rows, env, ready, constants } = code;
  const [program = '', ...args] = command;
  const here = 'os.path.dirname(os.path.abspath(__file__))';
  const cwd = code.isInOwnDirectory
    ? 'home'
    : directory === ''
      ? here
      : `os.path.join(${here}, ${pythonText(directory)})`;
  const variables =
    Object.keys(env).length === 0
      ? 'clean_environment(home)'
      : `{**clean_environment(home), ${Object.entries(env)
          .map(([name, value]) => `${pythonText(name)}: ${pythonText(value)}`)
          .join(', ')}}`;
  const scripts = (lines: readonly string[], how: (line: string) => string): string[] => lines.map(how);
  const params = [
    `command=${pythonText(program)},`,
    `args=[${args.map(pythonText).join(', ')}],`,
    'cwd=cwd,',
    'inheritEnv=False,',
    `env=${variables},`,
    ...(ready === undefined ? [] : [`readySelector=${toPython(ready)},`]),
  ];
  const name =
    code.title
      .replaceAll(/[^A-Za-z0-9]+/g, '_')
      .replaceAll(/^_|_$/g, '')
      .toLowerCase() || 'tape';
  const body = [
    ...code.variables.flatMap((variable) => [
      `if ${pythonText(variable)} not in os.environ:`,
      `    self.fail(${pythonText(describeMissing(variable))})`,
    ]),
    'home = tempfile.mkdtemp()',
    'self.addCleanup(shutil.rmtree, home, ignore_errors=True)',
    `cwd = ${cwd}`,
    ...scripts(code.cleanups, (line) => `self.addCleanup(subprocess.run, ${pythonText(line)}, shell=True, cwd=cwd)`),
    ...scripts(code.setups, (line) => `subprocess.run(${pythonText(line)}, shell=True, check=True, cwd=cwd)`),
    'tuispec = Tuispec()',
    'self.addCleanup(tuispec.end)',
    `tuispec.initialize(name=self.id(), terminalCols=${cols}, terminalRows=${rows})`,
    'tuispec.launch(',
    ...indent(params, '    '),
    ')',
    ...code.steps.flatMap(writePythonStep),
  ];
  return [
    pythonHead(code),
    '',
    ...constants.map(({ name: constant, target }) => `${toSnake(constant).toUpperCase()} = ${toPythonTarget(target)}`),
    ...(constants.length > 0 ? ['', ''] : ['']),
    'class TapeTest(unittest.TestCase):',
    `    def test_${name}(self):`,
    ...indent(body, '        '),
    '',
    '',
    'if __name__ == "__main__":',
    '    unittest.main()',
    '',
  ].join('\n');
}

const toSnake = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '_').toLowerCase();
// A JSON string is a string of Python, except for characters beyond the basic plane, which it does not escape.
const pythonText = (text: string): string => {
  const json = JSON.stringify(text).replaceAll('\x7f', '\\x7f');
  return text.includes('"') && !text.includes("'") ? `'${json.slice(1, -1).replaceAll('\\"', '"')}'` : json;
};
const toPython = ({ target, name }: CodeTarget): string =>
  name === undefined ? toPythonTarget(target) : toSnake(name).toUpperCase();

function toPythonTarget(target: TapeTarget): string {
  const style = Object.entries(target.style ?? {}).map(
    ([name, value]) => `, ${name}=${value === true ? 'True' : typeof value === 'string' ? pythonText(value) : value}`,
  );
  if (target.type === 'exact') return `exact(${pythonText(target.text)}${style.join('')})`;
  const pattern =
    target.pattern.includes('"') || target.pattern.endsWith('\\') ? pythonText(target.pattern) : `r"${target.pattern}"`;
  return `regex(${pattern}${target.flags === '' ? '' : `, ${pythonText(target.flags)}`}${style.join('')})`;
}

const toPythonText = (typed: CodeText): string =>
  'text' in typed ? pythonText(typed.text) : `os.environ[${pythonText(typed.variable)}], secret=True`;

function writePythonStep(step: CodeStep): string[] {
  switch (step.do) {
    case 'line':
      return [
        `tuispec.sendLine(text=${toPythonText(step.line)}${step.answer === undefined ? '' : `, expectAfter=${toPython(step.answer)}`})`,
      ];
    case 'type':
      return [`tuispec.sendText(text=${toPythonText(step.typed)}${step.isPaste ? ', paste=True' : ''})`];
    case 'press':
      return [
        step.keys.length === 1
          ? `tuispec.sendKey(key=${pythonText(step.keys[0] ?? '')})`
          : `tuispec.sendKey(keys=[${step.keys.map(pythonText).join(', ')}])`,
      ];
    case 'new':
      return [`tuispec.waitForText(selector=${toPython(step.target)}, since="lastInput")`];
    case 'see':
      return [`tuispec.expectVisible(selector=${toPython(step.target)})`];
    case 'gone':
      return [`tuispec.expectNotVisible(selector=${toPython(step.target)})`];
    case 'title': {
      const { target } = step.target;
      const pattern = target.type === 'exact' ? escapePattern(target.text) : target.pattern;
      return [`tuispec.waitFor(anyOf=[{"title": ${pythonText(pattern)}}])`];
    }
    case 'stable':
      return [`tuispec.waitForStable(debounceMs=${step.quietMs})`];
    case 'cursor':
      return [`tuispec.waitFor(allOf=[{"cursor": {"row": ${step.row}, "col": ${step.col}}}])`];
    case 'exit':
      return step.code > 128
        ? [
            'exit = tuispec.waitForExit()',
            `self.assertIn(exit["exitCode"] or exit["signal"], (${step.code}, "${signalOf(step.code)}"))`,
          ]
        : [`self.assertEqual(tuispec.waitForExit()["exitCode"], ${step.code})`];
    case 'block':
      return [`tuispec.step(title=${pythonText(step.title)})`, ...step.steps.flatMap(writePythonStep)];
    case 'comment':
      return [`# ${step.text}`];
    default: {
      const request = toRequest(step);
      const params = Object.entries(request.params).map(([name, value]) => `${name}=${toPythonValue(value)}`);
      return [`tuispec.${request.method}(${params.join(', ')})`];
    }
  }
}

const toPythonValue = (value: unknown): string =>
  value === true ? 'True' : value === false ? 'False' : JSON.stringify(value);
