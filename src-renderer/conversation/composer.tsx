/** Where the owner writes. Enter sends, Shift+Enter breaks the line, Escape stops the turn. */
import { ArrowUp, Paperclip, Square } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { McpPrompt } from '../../protocol/index.ts';
import { IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { messageField } from '../shell/keys/focus.ts';
import { useUi } from '../store/ui.ts';
import { RpcError } from '../transport/client.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import css from './composer.module.css';
import { readDraft, writeDraft } from './drafts.ts';
import { useLookAhead } from './look-ahead.ts';
import { PromptForm, promptText } from './prompt-form.tsx';
import { type Completion, type RoomAction, slashAction } from './slash-commands.ts';
import { optionId, SlashMenu } from './slash-menu.tsx';
import { useAttachments } from './use-attachments.ts';
import { useSlash } from './use-slash.ts';

const tallest = 260;

interface ComposerProps {
  readonly sessionId: string | undefined;
  readonly running: boolean;
  readonly onSend: (text: string, attachments: readonly string[]) => Promise<void>;
  readonly onCommand: (action: RoomAction) => Promise<void>;
  readonly onStop: () => void;
  /** Pickers and figures in the bottom line. */
  readonly children?: ReactNode;
}

export function Composer(props: ComposerProps) {
  const { sessionId, running, onSend, onCommand, onStop, children } = props;
  const { t } = useI18n();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(sessionId));
  const attached = useAttachments(sessionId);
  const [failure, setFailure] = useState('');
  const [dragging, setDragging] = useState(false);
  const [asked, setAsked] = useState<{ readonly prompt: McpPrompt; readonly first: string }>();
  const menuId = useId();
  const slash = useSlash(text);
  useLookAhead(sessionId, text);
  const canSend = (text.trim() !== '' || attached.ready.length > 0) && !attached.isWorking;

  useLayoutEffect(() => {
    const area = field.current;
    if (area === null || area.value !== text) return;
    // Measuring it whole would leave it at its beginning, and the cursor out of sight.
    const { scrollTop } = area;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, tallest)}px`;
    area.scrollTop = scrollTop;
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

  async function send(message: string): Promise<void> {
    if (message === '' && attached.ready.length === 0) return;
    if (attached.isWorking) return;
    const files = attached.ready;
    const action = slashAction(message, slash.sources);
    if (action === undefined) {
      setFailure(t('slash.incomplete', { command: message }));
      return;
    }
    setFailure('');
    if (action.kind === 'prompt') {
      await begin(action.prompt, action.first);
      return;
    }
    // The stored draft goes only when the brain has the message: a reload must not lose it.
    setText('');
    try {
      if (action.kind === 'send') {
        attached.clear();
        await onSend(
          action.text,
          files.map(({ id }) => id),
        );
      } else {
        await onCommand(action);
      }
      writeDraft(sessionId, field.current?.value ?? '');
    } catch (error) {
      // Nothing typed is lost: it comes back, unless something new was typed meanwhile.
      if (field.current?.value === '') change(message);
      attached.put(files);
      setFailure(error instanceof RpcError ? error.message : t('composer.failed'));
    }
  }

  /** A server's prompt is put before the owner: he reads its text and sends it himself. */
  async function begin(prompt: McpPrompt, first: string): Promise<void> {
    if (prompt.arguments.length > 0) {
      change('');
      setAsked({ prompt, first });
      return;
    }
    try {
      change(await promptText(prompt, {}));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      setFailure(error.message);
    }
  }

  function put(words: string): void {
    setAsked(undefined);
    change(text === '' ? words : `${text}\n\n${words}`);
    field.current?.focus();
  }

  function take(completion: Completion): void {
    slash.choose(0);
    if (completion.isWhole) void send(completion.text.trim());
    else change(completion.text);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const { completions, chosen } = slash;
    const completion = completions[chosen];
    if (completion !== undefined && !event.shiftKey && !event.altKey && !event.ctrlKey) {
      switch (event.key) {
        case 'ArrowDown':
        case 'ArrowUp': {
          event.preventDefault();
          const step = event.key === 'ArrowDown' ? 1 : completions.length - 1;
          slash.choose((chosen + step) % completions.length);
          return;
        }
        case 'Enter':
        case 'Tab':
          event.preventDefault();
          take(completion);
          return;
        case 'Escape':
          event.preventDefault();
          slash.close();
          return;
      }
    }
    if (event.key === 'Escape' && running) {
      event.preventDefault();
      onStop();
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send(text.trim());
  }

  function onPaste(event: ClipboardEvent): void {
    const list = [...event.clipboardData.files];
    if (list.length === 0) return;
    event.preventDefault();
    attached.add(list);
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    setDragging(false);
    attached.add([...event.dataTransfer.files]);
  }

  const isOpen = slash.completions.length > 0;
  const complaint = failure || attached.failure;
  return (
    <div className={css.frame}>
      <fieldset
        className={cx(css.box, dragging && css.dragging)}
        aria-label={t('composer.label')}
        onDragOver={(event) => {
          event.preventDefault();
          setDragging(event.dataTransfer.types.includes('Files'));
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={onDrop}
      >
        {complaint && (
          <p className={css.failure} role="alert">
            {complaint}
          </p>
        )}
        {isOpen && (
          <SlashMenu
            id={menuId}
            completions={slash.completions}
            chosen={slash.chosen}
            onTake={take}
          />
        )}
        {asked && (
          <PromptForm
            key={`${asked.prompt.server}:${asked.prompt.name} ${asked.first}`}
            prompt={asked.prompt}
            first={asked.first}
            onText={put}
            onCancel={() => {
              setAsked(undefined);
              field.current?.focus();
            }}
          />
        )}
        <AttachmentChips files={attached.files} onRemove={attached.remove} />
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
          {...(isOpen
            ? {
                'aria-controls': menuId,
                'aria-activedescendant': optionId(menuId, slash.chosen),
                'aria-autocomplete': 'list',
              }
            : {})}
        />
        <div className={css.bottom}>
          <AttachButton onFiles={attached.add} />
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
            {(!running || canSend) && (
              <IconButton
                className={css.send}
                label={t(running ? 'composer.queue' : 'composer.send')}
                disabled={!canSend}
                {...(canSend
                  ? {}
                  : { title: t(attached.isWorking ? 'composer.filesWork' : 'composer.empty') })}
                onClick={() => void send(text.trim())}
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
