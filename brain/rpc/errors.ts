import type { ErrorCode } from '../../protocol/index.ts';

/** Thrown by a method to answer with `-32000` and `data.code`. The message is for people. */
export class RpcFailure extends Error {
  override readonly name = 'RpcFailure';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function fail(code: ErrorCode, message: string): never {
  throw new RpcFailure(code, message);
}
