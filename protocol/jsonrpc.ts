/**
 * JSON-RPC 2.0 envelopes and the error codes of this protocol.
 * The same objects travel over Electron IPC, WebSocket and the Unix socket (one per line).
 */
import { z } from 'zod';
import type { SaidFields } from './sentences/said.ts';

/** Largest message accepted on any pipe, in bytes of UTF-8. Larger content goes by `attachment.put`. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** An error of ours; `data.code` says which one. */
export const CONNECTOME_ERROR = -32000;

export const errorCodes = [
  'not_found',
  'conflict',
  'already_decided',
  'expired',
  'busy',
  'denied',
  'too_large',
  'unavailable',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

const rpcId = z.union([z.string(), z.number()]);
export type RpcId = z.infer<typeof rpcId>;

export const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcId.optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  /** `said`: of what `message` is made. */
  readonly data?: {
    readonly code?: ErrorCode;
    readonly said?: SaidFields;
    readonly [key: string]: unknown;
  };
}

export type RpcResponse =
  | { readonly jsonrpc: '2.0'; readonly id: RpcId | null; readonly result: unknown }
  | { readonly jsonrpc: '2.0'; readonly id: RpcId | null; readonly error: RpcErrorObject };
