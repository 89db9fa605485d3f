import { useCallback, useEffect, useState } from 'react';
import type { MethodName, ParamsOf, ResultOf } from '../../protocol/index.ts';
import { useConnection } from '../store/connection.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';

export interface Answer<T> {
  readonly value: T | undefined;
  readonly failure: string | undefined;
  /** It failed because there is no such thing. */
  readonly missing: boolean;
  /** Asks again; what is shown stays until the answer is there. */
  readonly reload: () => void;
}

/** Asks the brain and keeps the answer; asks again when the question or the connection changes. */
export function useAnswer<M extends MethodName>(
  method: M,
  params: ParamsOf<M> | undefined,
): Answer<ResultOf<M>> {
  const [state, setState] = useState<{
    readonly key: string;
    readonly value?: ResultOf<M>;
    readonly failure?: string;
    readonly missing?: boolean;
  }>({ key: '' });
  const [round, setRound] = useState(0);
  const open = useConnection(({ status }) => status.kind === 'open');
  const key = params === undefined ? undefined : JSON.stringify(params);

  useEffect(() => {
    if (key === undefined || !open || round < 0) return;
    let late = false;
    call(method, JSON.parse(key)).then(
      (value) => {
        if (!late) setState({ key, value });
      },
      (error: unknown) => {
        if (!(error instanceof RpcError)) throw error;
        if (late || error.reason === 'disconnected') return;
        setState({ key, failure: error.message, missing: error.reason === 'not_found' });
      },
    );
    return () => {
      late = true;
    };
  }, [method, key, open, round]);

  const reload = useCallback(() => setRound((count) => count + 1), []);
  const current = state.key === key ? state : undefined;
  return {
    value: current?.value,
    failure: current?.failure,
    missing: current?.missing ?? false,
    reload,
  };
}
