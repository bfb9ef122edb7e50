import { toolEntries } from './generated/definitions.js';

/** The definitions of the tools that are enabled. */
export const listEnabledTools = (caps: readonly string[]): readonly object[] =>
  toolEntries.filter((tool) => tool.caps === undefined || caps.includes(tool.caps)).map(({ definition }) => definition);
