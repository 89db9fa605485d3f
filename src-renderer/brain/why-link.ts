import type { EventOf } from '../../protocol/index.ts';
import { to } from '../routes.ts';
import { useConversation } from '../store/conversation.ts';

/** Where the open conversation's call is explained: by its snapshot, or by the record that outlives it. */
export function whyLink(
  turnId: string,
  { snapshotId, call }: Pick<EventOf<'context'>, 'snapshotId' | 'call'>,
): string {
  const { sessionId } = useConversation.getState();
  return to.snapshot(snapshotId, sessionId === undefined ? undefined : { sessionId, turnId, call });
}
