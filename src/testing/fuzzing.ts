const wanted = (name: string): number | undefined => {
  const value = Number(process.env[name]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
};

const first = wanted('TUISPEC_FUZZ_SEED') ?? 1;

/** The seeds of a fuzzer: a few in every run of the tests, as many as `scripts/fuzz` was asked for in the long form. */
export const fuzzSeeds = (few: number): number[] =>
  Array.from({ length: wanted('TUISPEC_FUZZ_RUNS') ?? few }, (_, index) => first + index);

/** How long one run may take at most. */
export const fuzzTimeoutMs = 120_000;
