import { describe, expect, test } from 'vitest';
import { runTape } from '../support/tapes.js';

// On a busy machine, a wait ends somewhat later.
const withoutTimes = (text: string): string => text.replaceAll(/(within|after) \d+(?:\.\d)? m?s/g, '$1 TIME');
const passed = { exitCode: 0, stderr: '' };
// Long enough for a busy machine, and short enough to be waited for.
const short = 'Set WaitTimeout 1500ms\n';

describe('Wait after a submitted line', () => {
  test('is met by what is new since Enter [20.2.wait-new]', async () => {
    expect(
      await runTape('Type "echo one; sleep 0.2; echo two"\nEnter\nWait+Screen /one\\ntwo/\nWait\nExpect+New "two"'),
    ).toMatchObject(passed);
  });

  test.each([
    ['the echo', 'Type "sleep 60 # magic"\nEnter\nWait+Screen /magic/', '4:1: Wait+Screen /magic/'],
    [
      'an old match while a command runs',
      'Type "echo ready"\nEnter\nWait+Screen /ready\\n/\nType "sleep 60"\nEnter\nWait+Screen /ready/',
      '7:1: Wait+Screen /ready/',
    ],
    [
      'an old prompt while a command runs',
      'Type "true"\nEnter\nWait\nType "sleep 60"\nSleep 100ms\nEnter\nWait',
      '8:1: Wait',
    ],
  ])('is not met by %s [20.2.wait-old]', async (_, source, place) => {
    const { exitCode, stdout } = await runTape(`${short}${source}`);
    expect(exitCode).toBe(1);
    expect(withoutTimes(stdout)).toContain(`demo.tape:${place} failed: no match within TIME.`);
  });

  test('is met by an old match at a new prompt, with a warning; --strict fails it [20.2.wait-old-match]', async () => {
    const source = 'Type "echo done"\nEnter\nWait+Screen /done/\nType "true"\nEnter\nWait+Screen /done/';
    const warning = 'The match is older than the line that was submitted (old match).';
    const { exitCode, stderr } = await runTape(source);
    expect(exitCode).toBe(0);
    expect(stderr).toBe(`demo.tape:6:1: Warning: ${warning}\n  Wait+Screen /done/\n  ^\n`);
    const strict = await runTape(source, ['--strict']);
    expect(strict.exitCode).toBe(1);
    expect(strict.stdout).toContain(`demo.tape:6:1: ${warning}`);
  });

  test('is met by an old match at a prompt that the tape has replaced [20.2.wait-old-match]', async () => {
    const prompt = 'Type `function fish_prompt; echo -n "% "; end`\nEnter\nWait /^%$/\n';
    const source = `Set Shell fish\n${prompt}Type "echo done"\nEnter\nWait+Screen /done/\nType "true"\nEnter\nWait+Screen /done/`;
    const { exitCode, stderr } = await runTape(source);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('(old match)');
  });

  test('is met by an old match in a program that has reacted and is quiet [20.2.wait-old-match]', async () => {
    const program =
      "import tty, sys; tty.setraw(0); print('fixed', end='\\r\\n', flush=True)\nwhile sys.stdin.read(1): print(end='.', flush=True)";
    const { exitCode, stderr } = await runTape(
      `Launch ["python3", "-c", ${JSON.stringify(program)}]\nExpect "fixed"\nType "abc"\nEnter\nWait+Screen /fixed/`,
    );
    expect(exitCode).toBe(0);
    expect(stderr).toContain('(old match)');
  });
});

describe('Wait', () => {
  test('looks at the line of the cursor or at the screen, whose ends are ^ and $ [20.2.wait-where]', async () => {
    expect(
      await runTape(
        'Type "echo abc"\nEnter\nWait /^>$/\nWait+Line />$/\nWait+Screen /^> echo abc\\nabc\\n>\\n*$/\nWait+Screen@2s /(?m)^abc$/',
      ),
    ).toMatchObject(passed);
    const { stdout } = await runTape(`${short}Type "echo abc"\nEnter\nWait /abc/`);
    expect(withoutTimes(stdout)).toContain(
      'demo.tape:4:1: Wait /abc/ failed: no match within TIME. A match is in row 2, but Wait looks only at the line of the cursor (row 3). Use Wait+Screen or Expect.',
    );
  });

  test('after other keys, counts what is there [20.2.wait-keys]', async () => {
    expect(await runTape('Type "echo abc"\nEnter\nWait\nCtrl+L\nType "x"\nWait+Screen /x/')).toMatchObject(passed);
  });

  test('uses WaitPattern and WaitTimeout [20.2.wait-settings]', async () => {
    const { stdout } = await runTape('Set WaitPattern /never/\nSet WaitTimeout 300ms\nType "true"\nEnter\nWait');
    expect(withoutTimes(stdout)).toContain('demo.tape:5:1: Wait failed: no match within TIME.');
  });
});

describe('Expect', () => {
  test('counts what is on the screen, in the line, new, gone, the title, the cursor and stability [20.1.expect]', async () => {
    const source = `Set WaitTimeout 5s
Type "printf '\\033]2;My title\\007'; echo abc; echo abc"
Enter
Expect /^abc$/
Expect+Line ">"
Expect+New "abc"
Expect+Title "My title"
Expect+Title /^My/
Expect+Gone "missing"
Expect+Stable 50ms
Expect+Cursor 4 3
Expect "> " Style "fg=#5b56e0"
Type "exit 3"
Enter
ExpectExit 3`;
    expect(await runTape(source)).toMatchObject(passed);
  });

  test.each([
    ['Expect@300ms "xyz"', 'Expect@300ms "xyz" failed: no match within 300 ms.'],
    ['Expect+Line@300ms "abc"', 'Expect+Line@300ms "abc" failed: no match in the line of the cursor within 300 ms.'],
    ['Expect+New@300ms "echo"', 'Expect+New@300ms "echo" failed: no new match within 300 ms.'],
    ['Expect+Gone@300ms "abc"', 'Expect+Gone@300ms "abc" failed: "abc" is still visible after 300 ms.'],
    ['Expect+Title@300ms "abc"', 'Expect+Title@300ms "abc" failed: no match within 300 ms. The title is "".'],
    [
      'Expect+Cursor@300ms 9 9',
      'Expect+Cursor@300ms 9 9 failed: the cursor was not there within 300 ms. It is in row 3, column 3.',
    ],
    ['Expect@300ms "abc" Style "bold"', 'Expect@300ms "abc" Style "bold" failed: no match within 300 ms.'],
    ['ExpectExit@300ms', 'ExpectExit@300ms failed: the program is still running after 300 ms.'],
    ['Type "exit 4"\nEnter\nExpectExit 3', 'ExpectExit 3 failed: the program has ended with code 4, not with code 3.'],
  ])('%s fails [20.1.expect-fails]', async (command, message) => {
    const { exitCode, stdout } = await runTape(`Type "echo abc"\nEnter\nWait\n${command}`);
    expect(exitCode).toBe(1);
    expect(withoutTimes(stdout)).toContain(withoutTimes(message));
  });
});
