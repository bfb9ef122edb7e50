import { expect, test } from 'vitest';
import { Driver } from '../../testing/driver.js';
import { pathOfProgram } from '../../testing/programs.js';

// In CI, Ink draws nothing before it exits.
const outsideOfCi = { CI: null, CONTINUOUS_INTEGRATION: null };

async function startForm(): Promise<Driver> {
  const driver = await Driver.start(process.execPath, [pathOfProgram('order.mjs')], {}, outsideOfCi);
  await driver.waitForText('80 × 24');
  return driver;
}

test('Ink: fills in a form with the mouse and with keys that only the kitty protocol distinguishes [11.programs, 4.mouse-in-use]', async () => {
  const driver = await startForm();
  const { server } = driver;
  await driver.waitForText('❯ Tea 🍵', { inverse: true });
  await driver.press(['Down']);
  await driver.waitForText('❯ Coffee ☕', { inverse: true });
  await driver.type('no sugar, é 👍🏽');
  const { endCol } = await driver.waitForText(/^│Note: no sugar, é 👍🏽 +│$/);
  // Both use the same character widths, so the border is straight.
  expect(endCol).toBe(30);
  await driver.press(['Shift+Enter']);
  await driver.waitForText(/^│ {28}│$/);
  await driver.type('please!');
  await driver.waitForText(/^│ {6}please! +│$/);
  await driver.press(['Backspace']);
  await driver.waitForText(/^│ {6}please +│$/);
  await server.request('click', { selector: { type: 'exact', text: 'Water' } });
  await driver.waitForText('❯ 水 Water', { inverse: true });
  await server.request('scroll', { direction: 'up' });
  await driver.waitForText('❯ Coffee ☕', { inverse: true });
  await server.request('resize', { cols: 40, rows: 20 });
  await driver.waitForText('40 × 20');
  await driver.press(['Ctrl+Enter']);
  expect(await driver.waitForExit()).toBe(0);
  await driver.waitForText('Ordered Coffee ☕ / no sugar, é 👍🏽 / please');
  expect((await server.request('terminalState')).modes).toMatchObject({
    kittyKeyboard: 0,
    mouseTracking: 'none',
    alternateScreen: false,
    cursorVisible: true,
  });
});

test('Ink: Ctrl+C in the kitty protocol ends the program [11.programs]', async () => {
  const driver = await startForm();
  expect((await driver.server.request('terminalState')).modes).toMatchObject({ kittyKeyboard: 1 });
  await driver.press(['C-c']);
  expect(await driver.waitForExit()).toBe(0);
  await driver.waitForText('Nothing ordered');
});
