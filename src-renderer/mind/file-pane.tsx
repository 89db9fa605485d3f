/** One file of the mind: written, read as a page, or looked back on. */
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ResultOf } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import { Failure } from '../design/room.tsx';
import { useAnswer } from '../design/use-answer.ts';
import { ViewSwitch } from '../design/view-switch.tsx';
import { currentI18n, useI18n } from '../i18n/index.ts';
import { notify } from '../store/ui.ts';
import { call, onBrainEvent } from '../transport/brain.ts';
import { RpcError } from '../transport/client.ts';
import { CodeEditor } from './code-editor.tsx';
import { Conflict } from './conflict.tsx';
import type { TextEditor, TextProblem } from './editor.ts';
import { FileHistory } from './file-history.tsx';
import css from './mind-room.module.css';
import { Preview } from './preview.tsx';
import { dropUnsaved, keepUnsaved, readUnsaved, type Unsaved } from './unsaved.ts';

interface FilePaneProps {
  readonly path: string;
  /** The place to open it at, as in search hits: headings from the outermost on. */
  readonly heading: string | undefined;
}

const views = ['write', 'read', 'history'] as const;
type View = (typeof views)[number];

export function FilePane({ path, heading }: FilePaneProps) {
  const { t } = useI18n();
  const { value, failure, reload } = useAnswer('workspace.read', { path });
  useEffect(
    () =>
      onBrainEvent((event) => {
        if ('scope' in event && event.type === 'workspace_changed' && event.paths.includes(path)) {
          reload();
        }
      }),
    [path, reload],
  );
  if (failure) {
    return (
      <div className={css.lostFile}>
        <Failure>{failure}</Failure>
        <h2 className={css.gone}>{t('history.title')}</h2>
        <FileHistory path={path} now={undefined} unsaved={false} onRestored={reload} />
      </div>
    );
  }
  if (value === undefined) return <div className={css.editor} aria-busy="true" />;
  return <OpenFile key={path} file={value} heading={heading} onReload={reload} />;
}

interface OpenFileProps {
  readonly file: ResultOf<'workspace.read'>;
  readonly heading: string | undefined;
  readonly onReload: () => void;
}

function OpenFile({ file, heading, onReload }: OpenFileProps) {
  const { t } = useI18n();
  const { path } = file;
  const stateId = useId();
  const [params, setParams] = useSearchParams();
  const view: View = views.find((one) => one === params.get('view')) ?? 'write';
  /** What the file says, as far as we know: what was read last, or what we have written since. */
  const [known, setKnown] = useState(file);
  // Keys come faster than drawings: what is typed is compared with what is true by now.
  const knownNow = useRef(file);
  const [mine, setMine] = useState<Unsaved | undefined>(() => readUnsaved(path));
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [problems, setProblems] = useState<readonly TextProblem[]>([]);
  const editor = useRef<TextEditor>(undefined);
  const learn = useCallback((next: typeof file): void => {
    knownNow.current = next;
    setKnown(next);
  }, []);
  useEffect(() => {
    learn(file);
    // Nobody types into it: it follows the disk.
    if (readUnsaved(file.path) === undefined) editor.current?.setText(file.content);
  }, [file, learn]);
  const text = mine?.text ?? known.content;
  const conflict = mine !== undefined && mine.baseHash !== known.hash;

  function put(next: Unsaved | undefined): void {
    setMine(next);
    if (next === undefined) dropUnsaved(path);
    else keepUnsaved(path, next);
  }

  function edit(next: string): void {
    const { content, hash } = knownNow.current;
    if (next === content) put(undefined);
    else put({ text: next, baseHash: readUnsaved(path)?.baseHash ?? hash });
  }

  function discard(): void {
    put(undefined);
    editor.current?.setText(known.content);
  }

  async function save(baseHash = mine?.baseHash): Promise<void> {
    if (mine === undefined || baseHash === undefined || saving) return;
    setSaving(true);
    setRefused(undefined);
    try {
      const { hash } = await call('workspace.write', { path, content: mine.text, baseHash });
      learn({ path, content: mine.text, hash });
      // What was typed meanwhile is not saved yet.
      const typed = readUnsaved(path);
      put(
        typed === undefined || typed.text === mine.text ? undefined : { ...typed, baseHash: hash },
      );
      notify(t('mind.saved', { path }));
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      if (error.reason === 'conflict') onReload();
      else setRefused(error.message);
    } finally {
      setSaving(false);
    }
  }

  useEffect(() => {
    if (mine === undefined) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [mine]);

  async function check(content: string): Promise<readonly TextProblem[]> {
    const found = hasRules(path, content) ? await problemsOf(path, content) : [];
    setProblems(found);
    return found;
  }

  return (
    <div className={css.editor}>
      <header className={css.bar}>
        <code title={path}>{path}</code>
        <span id={stateId} className={cx(mine ? css.dirty : css.clean)}>
          {t(mine ? 'mind.changed' : 'mind.unchanged')}
        </span>
        <ViewSwitch
          label={t('mind.view')}
          value={view}
          options={views.map((value) => ({ value, label: t(`mind.view.${value}`) }))}
          onChange={(name) =>
            setParams((before) => {
              const next = new URLSearchParams(before);
              if (name === 'write') next.delete('view');
              else next.set('view', name);
              return next;
            })
          }
        />
        <Button look="quiet" hint={mine ? undefined : t('hint.unchanged')} onClick={discard}>
          {t('mind.revert')}
        </Button>
        <Button
          look="primary"
          disabled={saving}
          hint={mine ? (conflict ? t('hint.conflict') : undefined) : t('hint.unchanged')}
          aria-describedby={stateId}
          onClick={() => void save()}
        >
          {t('common.save')}
        </Button>
      </header>
      {refused && (
        <div className={css.trouble} role="alert">
          <p>{refused}</p>
        </div>
      )}
      {conflict && (
        <Conflict
          mine={text}
          theirs={known.content}
          onTakeTheirs={discard}
          onKeepMine={() => void save(known.hash)}
        />
      )}
      {view === 'read' && <Preview text={text} />}
      {view === 'history' && (
        <FileHistory path={path} now={known} unsaved={mine !== undefined} onRestored={onReload} />
      )}
      {view === 'write' && (
        <>
          <CodeEditor
            path={path}
            text={text}
            heading={heading}
            onChange={edit}
            onSave={() => void save()}
            check={check}
            onEditor={(opened) => {
              editor.current = opened;
            }}
          />
          <div className={css.status} role="status">
            {problems.map(({ line, message }) => (
              <button
                key={message}
                type="button"
                className={css.problem}
                onClick={() => editor.current?.showLine(line ?? 1)}
              >
                {line === undefined ? message : t('mind.problem', { line, message })}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

/** Texts without front matter cannot be wrong, but for skills, which must have it. */
function hasRules(path: string, content: string): boolean {
  return /\.md$/.test(path) && (/^\uFEFF?---/.test(content) || path.endsWith('/SKILL.md'));
}

async function problemsOf(path: string, content: string): Promise<readonly TextProblem[]> {
  try {
    const { problems } = await call('workspace.check', { path, content });
    const { told } = currentI18n();
    return problems.map((one) => {
      const message = told(one, 'message');
      return one.line === undefined ? { message } : { line: one.line, message };
    });
  } catch (error) {
    // Without a connection nothing is known to be wrong.
    if (error instanceof RpcError) return [];
    throw error;
  }
}
