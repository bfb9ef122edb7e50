import { expect, test } from 'vitest';
import { needing } from '../support/packages.js';
import { isInstalled } from '../support/programs.js';
import { Sessions } from '../support/sessions.js';
import { TmuxServer } from '../support/tmux-server.js';

for (const [program, ...args] of [['sh'], ['bash', '--norc'], ['zsh', '-f'], ['fish', '--no-config']] as const)
  test.skipIf(!isInstalled(program))(
    `run works in ${program}: output, quotes, exit code, a command that is not valid (needs ${program}) [18.run]`,
    async () => {
      const sessions = new Sessions();
      await sessions.print('open', '-s', 'r', '--', program, ...args);
      const run = async (command: string): Promise<string> => {
        const { exitCode, stdout } = await sessions.run(['run', '-s', 'r', command]);
        return `${exitCode}: ${stdout}`;
      };
      expect(await run('echo one; echo two')).toBe('0: one\ntwo\n');
      expect(await run(`printf '%s\\n' "it's" 'a\\b' '!x'`)).toBe("0: it's\na\\b\n!x\n");
      expect(await run('sh -c "exit 42"')).toBe('42: ');
      expect(await run('true')).toBe('0: ');
      expect(await run("echo 'unfinished")).toMatch(/^(?!0:|12[45]:)\d+: /);
      expect(await run('seq 1 100')).toBe(`0: ${Array.from({ length: 100 }, (_, index) => index + 1).join('\n')}\n`);
      expect(await run('exit 7')).toMatch(/^7: /);
    },
  );

needing('tmux')('open --tmux uses a pane, and close leaves its program running (needs tmux) [18.tmux]', async () => {
  const tmux = new TmuxServer(['cat']);
  const sessions = new Sessions();
  const socket = tmux.read('#{socket_path}');
  const env = { TMUX: `${socket},1,0` };
  const opened = await sessions.run(['open', '-s', 't', '--tmux', 'main'], { env });
  expect(opened).toMatchObject({ exitCode: 0, stdout: 't\n' });
  expect(await sessions.print('send', '-s', 't', 'hello', 'Enter', '--expect', 'hello')).toContain('hello');
  await sessions.print('close', '-s', 't');
  expect(tmux.capture()).toContain('hello');
});
