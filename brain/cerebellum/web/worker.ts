/** The thread that reads one page; everything it does is in `page-text.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { pageText } from './page-text.ts';

const { html, url } = workerData as { readonly html: string; readonly url: string };
parentPort?.postMessage(pageText(html, url));
