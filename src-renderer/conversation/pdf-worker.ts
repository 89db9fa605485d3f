/** Reads the text of one PDF, page by page, in a thread of its own. */
import { getDocumentProxy } from 'unpdf';

export type PdfAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** The answers have a port of their own: inside a worker the library speaks to the page, too. */
export interface PdfRequest {
  readonly content: ArrayBuffer;
  readonly port: MessagePort;
}

addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
  const answer = (message: PdfAnswer): void => data.port.postMessage(message);
  read(new Uint8Array(data.content), answer).then(
    (text) => answer({ kind: 'text', text }),
    (error: unknown) =>
      answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});

async function read(content: Uint8Array, answer: (message: PdfAnswer) => void): Promise<string> {
  const document = await getDocumentProxy(content);
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
      .join('')
      .trim();
    if (text !== '') pages.push(`[page ${number}]\n${text}`);
    page.cleanup();
    answer({ kind: 'progress', share: number / document.numPages });
  }
  return pages.join('\n\n');
}
