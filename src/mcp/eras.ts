import { quote } from '../base/text.js';
import { version } from '../protocol/generated/tables.js';
import { codes, createInvalidParamsError, type Params, RpcError } from '../protocol/message.js';

/** Revisions that begin with `initialize`, oldest first. */
const sessionRevisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
/** Revisions without a handshake: each request names its revision. */
const statelessRevisions = ['2026-07-28'] as const;
/** How a request is to be answered. */
export type Era = 'initialize' | 'stateless';

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';
const unsupportedVersion = -32022;
const serverInfo = { name: 'tuispec', version };

/** The metadata of a request. */
export const readMeta = ({ _meta: meta }: Params): Params =>
  typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? (meta as Params) : {};

/** Determines the era of a request by its own revision, not by the connection; throws if that revision is unknown. */
export function findEra(method: string, params: Params): Era {
  const requested = readMeta(params)[versionKey];
  if (requested === undefined) {
    if (method !== 'server/discover') return 'initialize';
    throw createInvalidParamsError('/_meta', `Missing \`_meta["${versionKey}"]\`.`);
  }
  if (typeof requested !== 'string')
    throw createInvalidParamsError('/_meta', `\`_meta["${versionKey}"]\` must be a string.`);
  if ((statelessRevisions as readonly string[]).includes(requested)) return 'stateless';
  throw new RpcError(unsupportedVersion, `Unsupported protocol version ${quote(requested)}.`, {
    supported: statelessRevisions,
    requested,
  });
}

/** The result of `initialize`: the requested revision if it is known, else the newest. */
export function createInitializeResult({ protocolVersion }: Params, instructions: string): Params {
  const known = sessionRevisions.find((revision) => revision === protocolVersion);
  return { protocolVersion: known ?? sessionRevisions.at(-1), capabilities, serverInfo, instructions };
}

/** The result of `server/discover`. */
export const createDiscoverResult = (instructions: string): Params => ({
  supportedVersions: statelessRevisions,
  capabilities,
  instructions,
  ...freshness,
});

const capabilities = { tools: {} };
// The definitions depend on the flags of this process.
const freshness = { ttlMs: 0, cacheScope: 'private' };

/** Adds the members that the era of the request demands. */
export function completeResult(result: Params, era: Era, method: string): Params {
  if (era === 'initialize') return result;
  const listed = method === 'tools/list' ? freshness : {};
  return { resultType: 'complete', ...result, ...listed, _meta: { ...readMeta(result), [serverInfoKey]: serverInfo } };
}

/** Whether the schema of a negotiated revision allows an error without an id. */
export const canOmitErrorId = (revision: string | undefined): boolean =>
  revision === undefined || revision >= '2025-11-25';

/** -32601. */
export const createUnknownMethodError = (method: string): RpcError =>
  new RpcError(codes.methodNotFound, `Unknown method ${quote(method)}.`);
