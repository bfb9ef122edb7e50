// The file that `tuispec/vitest` names: a static import of vitest would fail before any code runs.
const library = await import('./index.js').catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/package 'vitest'/.test(error.message)) throw error;
  throw new Error('Cannot find vitest, which tuispec/vitest extends: run `npm install --save-dev vitest`.');
});

/** Everything that `index.ts` exports. */
export const {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFailed,
  onTestFinished,
  test,
  vi,
} = library;
