import { useEffect, useRef, useState } from 'react';
import type { ResultOf } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { Failure } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import css from './mind-room.module.css';
import { dropUnsaved, keepUnsaved, readUnsaved } from './unsaved.ts';

interface FileEditorProps {
  readonly path: string;
  /** The place to open it at, as in search hits: headings from the outermost on. */
  readonly heading: string | undefined;
}

export function FileEditor({ path, heading }: FileEditorProps) {
  const { value, failure, reload } = useAnswer('workspace.read', { path });
  if (failure) {
    return (
      <div className={css.editor}>
        <Failure>{failure}</Failure>
      </div>
    );
  }
  if (value === undefined) return <div className={css.editor} aria-busy="true" />;
  return <Editor key={value.hash} file={value} heading={heading} onReload={reload} />;
}

interface EditorProps {
  readonly file: ResultOf<'workspace.read'>;
  readonly heading: string | undefined;
  readonly onReload: () => void;
}

type Trouble = { readonly kind: 'conflict' } | { readonly kind: 'refused'; readonly text: string };

function Editor({ file, heading, onReload }: EditorProps) {
  const { t } = useI18n();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (heading !== undefined) showHeading(area.current, heading);
  }, [heading]);
  const [kept] = useState(() => readUnsaved(file.path));
  const [text, setText] = useState(kept?.text ?? file.content);
  const [baseHash, setBaseHash] = useState(kept?.baseHash ?? file.hash);
  const [saving, setSaving] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | undefined>(
    baseHash === file.hash ? undefined : { kind: 'conflict' },
  );
  const changed = text !== file.content;

  function edit(next: string): void {
    setText(next);
    if (next === file.content) dropUnsaved(file.path);
    else keepUnsaved(file.path, { text: next, baseHash });
  }

  function discard(): void {
    dropUnsaved(file.path);
    setText(file.content);
    setBaseHash(file.hash);
    setTrouble(undefined);
  }

  async function save(): Promise<void> {
    setSaving(true);
    setTrouble(undefined);
    try {
      await call('workspace.write', { path: file.path, content: text, baseHash });
      dropUnsaved(file.path);
      notify(t('mind.saved', { path: file.path }));
      onReload();
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      setTrouble(
        error.reason === 'conflict'
          ? { kind: 'conflict' }
          : { kind: 'refused', text: error.message },
      );
    } finally {
      setSaving(false);
    }
  }

  useEffect(() => {
    if (!changed) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [changed]);

  return (
    <div className={css.editor}>
      <header className={css.bar}>
        <code>{file.path}</code>
        {changed && <span>{t('mind.changed')}</span>}
        <Button look="quiet" disabled={!changed} onClick={discard}>
          {t('mind.revert')}
        </Button>
        <Button look="primary" disabled={!changed || saving} onClick={() => void save()}>
          {t('common.save')}
        </Button>
      </header>
      {trouble && (
        <div className={css.trouble} role="alert">
          <p>{trouble.kind === 'conflict' ? t('mind.conflict') : trouble.text}</p>
          {trouble.kind === 'conflict' && (
            <span>
              <Button
                size="small"
                onClick={async () => {
                  await navigator.clipboard.writeText(text);
                  notify(t('mind.copied'));
                }}
              >
                {t('mind.copyMine')}
              </Button>
              <Button
                size="small"
                onClick={() => {
                  discard();
                  onReload();
                }}
              >
                {t('mind.loadTheirs')}
              </Button>
            </span>
          )}
        </div>
      )}
      <textarea
        ref={area}
        className={css.text}
        value={text}
        spellCheck={false}
        aria-label={file.path}
        onChange={(event) => edit(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          if (changed && !saving) void save();
        }}
      />
    </div>
  );
}

/** Puts the cursor at the line of the innermost heading; the field scrolls there when it gets the focus. */
function showHeading(area: HTMLTextAreaElement | null, heading: string): void {
  const last = heading.split(' › ').at(-1)?.trim();
  if (area === null || !last) return;
  const lines = area.value.split('\n');
  const line = lines.findIndex((text) => /^#{1,6}\s/.test(text) && text.includes(last));
  if (line === -1) return;
  const start = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0);
  area.setSelectionRange(start, start);
  area.blur();
  area.focus();
}
