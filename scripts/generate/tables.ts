import type { Contract } from './contract.js';

/** Generates the module of facts about methods that the server uses at run time. */
export function generateTables(contract: Contract): string {
  const facts = Object.fromEntries(
    contract.methods.map(({ name, group, needs, control, batchable }) => [
      name,
      { needs, control, batchable, isInput: group === 'Input' },
    ]),
  );
  return `import type { MethodName } from './types.js';

/** Facts that are needed before a method runs. */
export interface MethodFacts {
  readonly needs: 'nothing' | 'session' | 'program';
  readonly control: boolean;
  readonly batchable: boolean;
  /** Whether a user at a terminal could perform it. */
  readonly isInput: boolean;
}
/** Every method with its facts. */
export const methodFacts = ${JSON.stringify(facts, null, 2)} as const satisfies Readonly<Record<MethodName, MethodFacts>>;
/** The version of tuispec. */
export const version = ${JSON.stringify(contract.version)};
`;
}
