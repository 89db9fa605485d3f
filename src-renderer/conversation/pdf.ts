/** A PDF goes to the model as its text. It is read in a worker: hostile and huge ones harm nobody. */
import type { PdfAnswer, PdfRequest } from './pdf-worker.ts';

export function isPdf(file: File): boolean {
  return file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
}

/** Rejects with a sentence: `withoutText` for one that is only pictures. */
export async function pdfAsText(
  file: File,
  onProgress: (share: number) => void,
  withoutText: string,
): Promise<File> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  try {
    const text = await new Promise<string>((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
        if (data.kind === 'progress') onProgress(data.share);
        else if (data.kind === 'text') resolve(data.text);
        else reject(new Error(data.reason));
      };
      worker.onerror = (event) => reject(new Error(event.message));
      void file.arrayBuffer().then((content) => {
        const request: PdfRequest = { content, port: port2 };
        worker.postMessage(request, [content, port2]);
      }, reject);
    });
    if (text.trim() === '') throw new Error(withoutText);
    return new File([text], file.name, { type: 'text/plain' });
  } finally {
    worker.terminate();
  }
}
