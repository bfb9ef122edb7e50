import { type Contract, propertiesOf, schemasIn } from './contract.js';

/** The module of facts about methods, which the server looks up while it runs. */
export function tablesOf(contract: Contract): string {
  const facts = Object.fromEntries(
    contract.methods.map(({ name, group, needs, control, batchable }) => [
      name,
      { needs, control, batchable, isInput: group === 'Input' },
    ]),
  );
  return `import type { MethodName } from './types.js';

/** What must be known of a method before it runs. */
export interface MethodFacts {
  readonly needs: 'nothing' | 'session' | 'program';
  readonly control: boolean;
  readonly batchable: boolean;
  /** Whether it is something that a person would do at a terminal. */
  readonly isInput: boolean;
}
/** Every method with its facts. */
export const methodFacts: Readonly<Record<MethodName, MethodFacts>> = ${JSON.stringify(facts, null, 2)};
/** The types a selector can have. */
export const selectorTypes: readonly string[] = ${JSON.stringify(selectorTypes(contract))};
/** The members of params that are selectors. */
export const selectorMembers: readonly string[] = ${JSON.stringify(selectorMembers(contract))};
/** The version of tuispec. */
export const version = ${JSON.stringify(contract.version)};
`;
}

function selectorMembers(contract: Contract): string[] {
  const schemas = [...schemasIn(contract.shapes), ...contract.methods.flatMap(({ params }) => [...schemasIn(params)])];
  const members = schemas.flatMap((schema) => Object.entries(propertiesOf(schema)));
  const names = members.filter(([, { $ref }]) => String($ref).endsWith('/selector')).map(([name]) => name);
  return [...new Set(names)].sort();
}

function selectorTypes(contract: Contract): unknown[] {
  const tags = [...schemasIn(contract.shapes)].map((schema) => propertiesOf(schema)['type']?.['const']);
  return tags.filter((tag) => tag !== undefined);
}
