import type { PipeConnection, PipeDispatcher } from '../../src-main/pipes.ts';

export interface EchoDispatcher extends PipeDispatcher {
  readonly received: string[];
  readonly connections: PipeConnection[];
  closed: number;
}

/** Answers every text with `echo:<text>`: for tests of the pipes alone. */
export function echoDispatcher(): EchoDispatcher {
  return {
    received: [],
    connections: [],
    closed: 0,
    connect(connection) {
      this.connections.push(connection);
      return {
        receive: (text) => {
          this.received.push(text);
          connection.send(`echo:${text}`);
        },
        drained: () => {},
        close: () => {
          this.closed += 1;
        },
      };
    },
  };
}
