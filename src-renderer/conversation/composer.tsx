/** Where the owner writes. Enter sends, Shift+Enter breaks the line, Escape stops the turn. */
import { ArrowUp, Paperclip, Square, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { IconButton } from '../design/button.tsx';
import { useI18n } from '../i18n/index.ts';
import { messageField } from '../shell/keys/focus.ts';
import { useUi } from '../store/ui.ts';
import { RpcError } from '../transport/client.ts';
import { type Attachment, uploadFile } from './attachments.ts';
import css from './composer.module.css';
import { readDraft, writeDraft } from './drafts.ts';

const tallest = 260;

interface ComposerProps {
  readonly sessionId: string | undefined;
  readonly running: boolean;
  readonly onSend: (text: string, attachments: readonly string[]) => Promise<void>;
  readonly onStop: () => void;
  /** Pickers and figures in the bottom line. */
  readonly children?: ReactNode;
}

export function Composer({ sessionId, running, onSend, onStop, children }: ComposerProps) {
  const { t } = useI18n();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(sessionId));
  const [files, setFiles] = useState<readonly Attachment[]>([]);
  const [uploading, setUploading] = useState(0);
  const [failure, setFailure] = useState('');

  useLayoutEffect(() => {
    const area = field.current;
    if (area === null || area.value !== text) return;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, tallest)}px`;
  }, [text]);

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, []);

  const seed = useUi((state) => state.seed);
  useEffect(() => {
    if (seed === undefined || sessionId !== undefined) return;
    useUi.setState({ seed: undefined });
    setText(seed.text);
    field.current?.focus();
  }, [seed, sessionId]);

  function change(next: string): void {
    setText(next);
    writeDraft(sessionId, next);
  }

  async function send(): Promise<void> {
    const message = text.trim();
    if (message === '' || uploading > 0) return;
    const sentFiles = files;
    setFailure('');
    // The stored draft goes only when the brain has the message: a reload must not lose it.
    setText('');
    setFiles([]);
    try {
      await onSend(
        message,
        sentFiles.map((file) => file.id),
      );
      writeDraft(sessionId, field.current?.value ?? '');
    } catch (error) {
      // Nothing typed is lost: it comes back, unless something new was typed meanwhile.
      if (field.current?.value === '') change(message);
      setFiles(sentFiles);
      setFailure(error instanceof RpcError ? error.message : t('composer.failed'));
    }
  }

  async function attach(list: readonly File[]): Promise<void> {
    setFailure('');
    setUploading((count) => count + list.length);
    for (const file of list) {
      try {
        const attachment = await uploadFile(file);
        setFiles((all) => [...all.filter((one) => one.id !== attachment.id), attachment]);
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        setFailure(t('composer.uploadFailed', { name: file.name, reason }));
      } finally {
        setUploading((count) => count - 1);
      }
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && running) {
      event.preventDefault();
      onStop();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  function onPaste(event: ClipboardEvent): void {
    const list = [...event.clipboardData.files];
    if (list.length === 0) return;
    event.preventDefault();
    void attach(list);
  }

  return (
    <div className={css.frame}>
      <fieldset
        className={css.box}
        aria-label={t('composer.label')}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void attach([...event.dataTransfer.files]);
        }}
      >
        {failure && (
          <p className={css.failure} role="alert">
            {failure}
          </p>
        )}
        {(files.length > 0 || uploading > 0) && (
          <ul className={css.files}>
            {files.map((file) => (
              <li key={file.id}>
                {file.name}
                <button
                  type="button"
                  aria-label={t('composer.removeFile', { name: file.name })}
                  onClick={() => setFiles((all) => all.filter((one) => one !== file))}
                >
                  <X aria-hidden />
                </button>
              </li>
            ))}
            {uploading > 0 && <li>{t('composer.uploading')}</li>}
          </ul>
        )}
        <textarea
          id={messageField}
          ref={field}
          rows={1}
          className={css.field}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          placeholder={t(running ? 'composer.placeholderRunning' : 'composer.placeholder')}
          aria-label={t('composer.label')}
        />
        <div className={css.bottom}>
          <AttachButton onFiles={(list) => void attach(list)} />
          {children}
          <span className={css.buttons}>
            {running && (
              <IconButton
                className={css.stop}
                label={`${t('composer.stop')} (Esc)`}
                onClick={onStop}
              >
                <Square aria-hidden />
              </IconButton>
            )}
            {(!running || text.trim() !== '') && (
              <IconButton
                className={css.send}
                label={t(running ? 'composer.queue' : 'composer.send')}
                disabled={text.trim() === '' || uploading > 0}
                onClick={() => void send()}
              >
                <ArrowUp aria-hidden />
              </IconButton>
            )}
          </span>
        </div>
      </fieldset>
    </div>
  );
}

function AttachButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <IconButton
        className={css.attach}
        label={t('composer.attach')}
        onClick={() => input.current?.click()}
      >
        <Paperclip aria-hidden />
      </IconButton>
    </>
  );
}
