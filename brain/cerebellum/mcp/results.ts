/** What a server answered, as a tool's result: words, pictures, links and structured data. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type {
  CallToolResult,
  GetPromptResult,
  ReadResourceResult,
} from '@modelcontextprotocol/client';
import type { ToolResult } from '../../regions.ts';
import { parseJson } from '../../shared/json.ts';
import type { ImageData } from '../../shared/model.ts';
import { clip, safeSlice } from '../../shared/text.ts';
import { IMAGE_HEAD_BYTES, imageTypeOf, MAX_IMAGE_BYTES } from '../image-file.ts';
import { cleaned } from './describe.ts';

/** More is not even kept in a file. */
const MAX_TEXT = 10 * 1024 * 1024;
const MAX_IMAGES = 4;
const MAX_BLOCKS = 1000;

const MAX_PROMPT = 50_000;

type Block = CallToolResult['content'][number];

export function toolResultOf(result: CallToolResult): ToolResult {
  const blocks = result.content.slice(0, MAX_BLOCKS);
  const images: ImageData[] = [];
  const parts = blocks.map((block) => textOf(block, images));
  const left = result.content.length - blocks.length;
  if (left > 0) parts.push(`[${left} more parts were left out.]`);
  const data = structuredText(result, blocks);
  if (data !== undefined) parts.push(data);
  const output = cut(parts.filter((part) => part !== '').join('\n\n'));
  return {
    ok: result.isError !== true,
    ...(result.isError === true ? { failure: 'error' as const } : {}),
    output: output === '' ? '(It returned nothing.)' : output,
    truncated: false,
    ...(images.length === 0 ? {} : { images }),
  };
}

/** Servers often say their structured data once more as text; then once is enough. */
function structuredText(result: CallToolResult, blocks: readonly Block[]): string | undefined {
  const { structuredContent } = result;
  if (structuredContent === undefined) return undefined;
  const said = blocks.some((block) => {
    if (block.type !== 'text' || !/^\s*[{[]/.test(block.text) || block.text.length > MAX_TEXT) {
      return false;
    }
    return isDeepStrictEqual(parseJson(block.text), structuredContent);
  });
  return said ? undefined : JSON.stringify(structuredContent, null, 2);
}

function textOf(block: Block, images: ImageData[]): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
      return imageText(block.data, block.mimeType, images);
    case 'audio':
      return `[Sound (${clip(block.mimeType, 60)}) that cannot be heard here.]`;
    case 'resource_link': {
      const { uri, name, title, description } = block;
      const about = [title ?? name, description].filter((text) => text !== undefined).join(': ');
      return `[${clip(about, 500)}](${clip(uri, 2000)})`;
    }
    case 'resource':
      return resourceText(block.resource, images);
    default:
      return '[A part of a kind that is not known here.]';
  }
}

type Resource = ReadResourceResult['contents'][number];

function resourceText(resource: Resource, images: ImageData[]): string {
  const head = `${clip(resource.uri, 2000)}:`;
  if ('text' in resource && typeof resource.text === 'string') return `${head}\n${resource.text}`;
  if ('blob' in resource && typeof resource.blob === 'string') {
    return `${head} ${imageText(resource.blob, resource.mimeType ?? 'unknown kind', images)}`;
  }
  return head;
}

/** The bytes tell what it is; the server's word for it is only repeated. */
function imageText(data: string, mimeType: string, images: ImageData[]): string {
  const bytes = Math.floor((data.length * 3) / 4);
  const name = clip(mimeType, 60);
  const mediaType = imageTypeOf(
    Buffer.from(data.slice(0, 64), 'base64').subarray(0, IMAGE_HEAD_BYTES),
  );
  if (mediaType === undefined) return `[Data (${name}, ${bytes} bytes) that cannot be shown.]`;
  if (bytes > MAX_IMAGE_BYTES) return `[A picture of ${bytes} bytes: too large to be shown.]`;
  if (images.length >= MAX_IMAGES) return '[One more picture, which is not shown.]';
  images.push({ mediaType, data: Buffer.from(data, 'base64').toString('base64') });
  return `[Picture ${images.length}: ${mediaType}]`;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const missing = text.length - MAX_TEXT;
  return `${safeSlice(text, MAX_TEXT)}\n[${missing} more characters were not taken.]`;
}

export function resourceResultOf(result: ReadResourceResult): ToolResult {
  const images: ImageData[] = [];
  const parts = result.contents.slice(0, MAX_BLOCKS).map((one) => resourceText(one, images));
  return {
    ok: true,
    output: parts.length === 0 ? '(It is empty.)' : cut(parts.join('\n\n')),
    truncated: false,
    ...(images.length === 0 ? {} : { images }),
  };
}

/** The words of a prompt; who says them is told where it is not the owner alone. */
export function promptText({ messages }: GetPromptResult): string {
  const texts = messages.slice(0, MAX_BLOCKS).map(({ role, content }) => {
    const said = textOf(content, []);
    return role === 'user' ? said : `(${role}) ${said}`;
  });
  return cut(cleaned(texts.join('\n\n'), MAX_PROMPT));
}
