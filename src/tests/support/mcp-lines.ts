import * as modern from '@modelcontextprotocol/core';
import * as legacy from '@modelcontextprotocol/sdk/types.js';
import type { ReceivedMessage } from './inbox.js';

/** A revision of the protocol, with which a test speaks. */
export type McpEra = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';

interface Schema {
  parse(value: unknown): unknown;
}

const legacyResults: Readonly<Record<string, Schema>> = {
  initialize: legacy.InitializeResultSchema,
  ping: legacy.EmptyResultSchema,
  'tools/list': legacy.ListToolsResultSchema,
  'tools/call': legacy.CallToolResultSchema,
};
const modernResults: Readonly<Record<string, Schema>> = {
  'server/discover': modern.DiscoverResultSchema,
  'tools/list': modern.ListToolsResultSchema,
  'tools/call': modern.CallToolResultSchema,
};

/** Checks a message of the server with the official schemas of its era; throws if it is not valid. */
export function checkMcpLine(message: ReceivedMessage, era: McpEra, method: string | undefined): void {
  const isModern = era === '2026-07-28';
  (isModern ? modern.JSONRPCMessageSchema : legacy.JSONRPCMessageSchema).parse(message);
  if (message['method'] !== undefined) {
    (isModern ? modern.ProgressNotificationSchema : legacy.ProgressNotificationSchema).parse(message);
    return;
  }
  const { result } = message;
  if (result === undefined || method === undefined) return;
  const schema = (isModern ? modernResults : legacyResults)[method];
  if (schema === undefined) throw new Error(`No schema for the result of ${method}.`);
  schema.parse(result);
  checkEraMembers(result as ReceivedMessage, isModern, method);
}

/** The schemas of the packages accept additional and missing members that the specification does not. */
function checkEraMembers(result: ReceivedMessage, isModern: boolean, method: string): void {
  if (!isModern) {
    if ('resultType' in result || 'ttlMs' in result) throw new Error(`${method}: a member of the newer era.`);
    return;
  }
  if (result['resultType'] !== 'complete') throw new Error(`${method}: \`resultType\` is missing.`);
  const isCacheable = method !== 'tools/call';
  if (isCacheable !== ('ttlMs' in result && 'cacheScope' in result)) throw new Error(`${method}: wrong cache members.`);
}
