/** The request for a model that cannot see: every picture is named instead. Pure. */
import type { ImageData, MessagePart, ModelRequest } from '../shared/model.ts';

export function withoutImages(request: ModelRequest): ModelRequest {
  const messages = request.messages.map((message) =>
    message.parts.some(hasImage) ? { ...message, parts: message.parts.map(named) } : message,
  );
  return { ...request, messages };
}

function hasImage(part: MessagePart): boolean {
  return part.type === 'image' || (part.type === 'tool_result' && part.images !== undefined);
}

function named(part: MessagePart): MessagePart {
  if (part.type === 'image') return { type: 'text', text: markOf(part) };
  if (part.type !== 'tool_result' || part.images === undefined) return part;
  const { images, ...words } = part;
  return { ...words, output: [part.output, ...images.map(markOf)].join('\n') };
}

function markOf({ mediaType, data }: ImageData): string {
  const kilobytes = Math.ceil((data.length * 3) / 4 / 1024);
  return `[image, ${mediaType}, ${kilobytes} kB: not shown, because this model cannot see images]`;
}
