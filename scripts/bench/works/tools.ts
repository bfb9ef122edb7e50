import { measureBetween } from '../program-stage.js';
import type { Work } from '../work.js';

/** The cost of an MCP server before the first call. */
export const tools: Work = {
  name: 'tools',
  title: 'MCP servers, before the first call',
  needs: 'connect',
  rows: [
    { key: 'listed', label: 'spawn → tools listed', unit: 'ms', statistic: 'median' },
    { key: 'definitions', label: 'definitions of the tools', unit: 'KB', statistic: 'median' },
  ],
  measure: async ({ connect }) => {
    if (connect === undefined) return {};
    const startedAt = process.hrtime.bigint();
    const client = await connect();
    try {
      const listed = await client.listTools();
      const listedAt = process.hrtime.bigint();
      if (listed.tools.length === 0) throw new Error('no tools');
      const definitions = JSON.stringify(listed.tools).length / 1024;
      return { listed: [measureBetween(startedAt, listedAt)], definitions: [definitions] };
    } finally {
      await client.close();
    }
  },
};
