/** The files beside a message that is being written: on their way to the brain, or there. */
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../i18n/index.ts';
import { type Attachment, uploadFile } from './attachments.ts';
import { readDraftFiles, writeDraftFiles } from './drafts.ts';
import { isPdf, pdfAsText } from './pdf.ts';
import { keepPicture } from './pictures.ts';

export type AttachedFile =
  | {
      readonly kind: 'ready';
      readonly key: string;
      readonly file: Attachment;
    }
  | {
      readonly kind: 'working';
      readonly key: string;
      readonly name: string;
      /** Of a PDF the text is read first. */
      readonly doing: 'reading' | 'uploading';
      readonly share: number;
    };

export interface Attachments {
  readonly files: readonly AttachedFile[];
  readonly isWorking: boolean;
  readonly failure: string;
  readonly ready: readonly Attachment[];
  add(files: readonly File[]): void;
  remove(key: string): void;
  /** Takes them all out; `put` gives them back when the message could not be sent. */
  clear(): void;
  put(files: readonly Attachment[]): void;
}

const largestBytes = 64 * 1024 * 1024;
let lastKey = 0;

export function useAttachments(sessionId: string | undefined): Attachments {
  const { t, bytes } = useI18n();
  const [files, setFiles] = useState<readonly AttachedFile[]>(() =>
    readDraftFiles(sessionId).map(asReady),
  );
  const [failure, setFailure] = useState('');
  const ready = files.flatMap((one) => (one.kind === 'ready' ? [one.file] : []));

  const readyIds = ready.map(({ id }) => id).join(' ');
  const latest = useRef(ready);
  latest.current = ready;
  // Written when the list changes, not at every letter of the message.
  useEffect(() => {
    if (readyIds !== undefined) writeDraftFiles(sessionId, latest.current);
  }, [sessionId, readyIds]);

  async function addOne(file: File): Promise<void> {
    lastKey += 1;
    const key = `file${lastKey}`;
    const show = (doing: 'reading' | 'uploading', share: number): void =>
      setFiles((all) => {
        const shown: AttachedFile = { kind: 'working', key, name: file.name, doing, share };
        const at = all.findIndex((one) => one.key === key);
        return at < 0 ? [...all, shown] : all.with(at, shown);
      });
    try {
      if (file.size > largestBytes) {
        throw new Error(t('composer.tooLarge', { limit: bytes(largestBytes) }));
      }
      show(isPdf(file) ? 'reading' : 'uploading', 0);
      const sent = isPdf(file)
        ? await pdfAsText(file, (share) => show('reading', share), t('composer.pdfWithoutText'))
        : file;
      const attachment = await uploadFile(sent, (share) => show('uploading', share));
      keepPicture(attachment.id, file);
      setFiles((all) =>
        all
          // The same content twice is one attachment.
          .filter((one) => one.kind === 'working' || one.file.id !== attachment.id)
          .map((one) => (one.key === key ? { kind: 'ready', key, file: attachment } : one)),
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      setFiles((all) => all.filter((one) => one.key !== key));
      setFailure(t('composer.uploadFailed', { name: file.name, reason }));
    }
  }

  return {
    files,
    isWorking: files.some(({ kind }) => kind === 'working'),
    failure,
    ready,
    add(list) {
      setFailure('');
      for (const file of list) void addOne(file);
    },
    remove: (key) => setFiles((all) => all.filter((one) => one.key !== key)),
    clear() {
      setFiles([]);
      setFailure('');
    },
    put: (list) => setFiles(list.map(asReady)),
  };
}

function asReady(file: Attachment): AttachedFile {
  return { kind: 'ready', key: file.id, file };
}
