const readCount = (name: string): number | undefined => {
  const value = Number(process.env[name]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

const first = readCount('TUISPEC_FUZZ_SEED') ?? 1;

/** The seeds of a fuzzer: a few in each normal test run, as many as requested with `scripts/fuzz`. */
export const chooseSeeds = (few: number): number[] =>
  Array.from({ length: readCount('TUISPEC_FUZZ_RUNS') ?? few }, (_, index) => first + index);

/** The maximum duration of one run. */
export const fuzzTimeoutMs = 120_000;
