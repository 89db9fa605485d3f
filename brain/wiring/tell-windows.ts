/** What every event of a turn sets off beside itself: windows, their lists, the system, the index. */
import type { ConnectomeEvent } from '../../protocol/index.ts';
import type { BrocaRegion } from '../broca/index.ts';
import type { Host } from '../shared/host.ts';

export interface TellWindowsDeps {
  readonly broca: Pick<BrocaRegion, 'onEvent'>;
  readonly publish: (event: ConnectomeEvent) => void;
  readonly notify: Host['notify'];
  /** The session stands elsewhere in the lists now. */
  readonly sessionChanged: (sessionId: string) => void;
  /** `episode`: workspace-relative. */
  readonly onEpisode: (sessionId: string, episode: string) => void;
}

/** After these a session waits, runs or rests otherwise than before. */
const turning = new Set<ConnectomeEvent['type']>(['started', 'yield', 'resumed', 'done', 'error']);

export function tellWindows(deps: TellWindowsDeps): void {
  deps.broca.onEvent((event) => {
    deps.publish(event);
    if (turning.has(event.type)) deps.sessionChanged(event.sessionId);
    if (event.type === 'yield') deps.notify(event.title, event.risk);
    if (event.type === 'memory') deps.onEpisode(event.sessionId, event.episode);
  });
}
