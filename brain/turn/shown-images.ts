/** Pictures that tools showed to the model: kept as attachments until their message is written. */
import type { AttachmentRef } from '../../protocol/index.ts';
import type { TurnState } from '../hippocampus/session-state.ts';
import type { ToolResult } from '../regions.ts';
import { messageOf } from '../shared/result.ts';
import type { FinishedCall, Regions, Turn } from './turn.ts';

/** What could not be kept is only missing after a crash; the turn itself goes on with it. */
export async function keepShown(
  regions: Regions,
  turn: Turn,
  { images = [] }: ToolResult,
): Promise<readonly AttachmentRef[]> {
  if (images.length === 0) return [];
  try {
    return await regions.keepImages(turn, images);
  } catch (thrown) {
    regions.logger.warn('a picture could not be kept', { reason: messageOf(thrown) });
    return [];
  }
}

/** After a restart: the finished calls of an unfinished turn with the pictures they showed. */
export async function withShown(
  regions: Regions,
  state: TurnState,
  finished: ReadonlyMap<string, FinishedCall>,
): Promise<ReadonlyMap<string, FinishedCall>> {
  const restored = new Map(finished);
  for (const event of state.events) {
    if (event.type !== 'tool_result' || event.images === undefined) continue;
    const one = finished.get(event.toolCallId);
    if (one === undefined) continue;
    const parts = await regions.readAttachments(event.images.map(({ id }) => id));
    const images = parts.flatMap((part) =>
      part.type === 'image' ? [{ mediaType: part.mediaType, data: part.data }] : [],
    );
    if (images.length > 0)
      restored.set(event.toolCallId, { ...one, part: { ...one.part, images } });
  }
  return restored;
}
