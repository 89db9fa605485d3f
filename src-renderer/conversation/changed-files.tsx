/** Under an answer: the files that its turn changed, each with its diff, and the way back. */
import { ChevronRight, FileDiff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { TurnFile } from '../../protocol/index.ts';
import { Button } from '../design/button.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useAnswer } from '../design/use-answer.ts';
import { useI18n } from '../i18n/index.ts';
import { useConversation } from '../store/conversation.ts';
import { tried } from '../store/tried.ts';
import type { TurnState } from '../store/turns.ts';
import { notify } from '../store/ui.ts';
import { call } from '../transport/brain.ts';
import css from './changed-files.module.css';
import { Diff } from './diff.tsx';
import folding from './folding-card.module.css';
import { shortNames } from './short-names.ts';
import { parseDiff } from './tool-words.ts';

/** The different files that this turn's events speak of. */
function changedPaths(turn: TurnState): readonly string[] {
  const changes = Object.values(turn.tools).flatMap((tool) => tool.changes);
  return [...new Set(changes.map(({ path }) => path))];
}

export const changedCount = (turn: TurnState): number => changedPaths(turn).length;

export function ChangedFiles({ turn }: { readonly turn: TurnState }) {
  const { tn } = useI18n();
  const [open, setOpen] = useState(false);
  const paths = changedPaths(turn);
  const words = tn('changes.files', paths.length);
  return (
    <section className={folding.card} aria-label={words}>
      <button
        type="button"
        className={folding.head}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <FileDiff aria-hidden />
        <span>{words}</span>
        <span className={css.names} title={paths.join('\n')}>
          {shortNames(paths)?.map((name, index) => (
            <code key={paths[index]}>{name}</code>
          ))}
        </span>
        <ChevronRight aria-hidden className={folding.chevron} />
      </button>
      {open && <FileList turn={turn} />}
    </section>
  );
}

const canUndo = (file: TurnFile): boolean => file.state === 'changed';
const canRedo = (file: TurnFile): boolean => file.state === 'undone' && file.reason === undefined;

function FileList({ turn }: { readonly turn: TurnState }) {
  const { t, told } = useI18n();
  const session = useConversation((state) => state.current?.session);
  const { turnId, undone } = turn;
  const sessionId = session?.sessionId;
  const answer = useAnswer(
    'turn.changes',
    sessionId === undefined ? undefined : { sessionId, turnId },
  );
  const [busy, setBusy] = useState(false);
  const { reload } = answer;
  // Another window, or the command line, has undone something.
  useEffect(() => {
    if (undone !== undefined) reload();
  }, [undone, reload]);

  async function put(paths: readonly string[], redo: boolean): Promise<void> {
    if (sessionId === undefined) return;
    setBusy(true);
    await tried(async () => {
      const { refused } = await call('turn.undo', { sessionId, turnId, paths: [...paths], redo });
      for (const one of refused) notify(`${one.path}: ${told(one, 'reason')}`, 'bad');
    });
    setBusy(false);
    reload();
  }

  const files = answer.value?.files;
  if (files === undefined) {
    return answer.failure === undefined ? null : <p className={css.note}>{answer.failure}</p>;
  }
  const undoable = files.filter(canUndo).map(({ path }) => path);
  const redoable = files.filter(canRedo).map(({ path }) => path);
  return (
    <>
      {undoable.length + redoable.length > 1 && (
        <div className={css.actions}>
          {undoable.length > 1 && (
            <Button size="small" disabled={busy} onClick={() => void put(undoable, false)}>
              {t('changes.undoAll')}
            </Button>
          )}
          {redoable.length > 1 && (
            <Button size="small" disabled={busy} onClick={() => void put(redoable, true)}>
              {t('changes.redoAll')}
            </Button>
          )}
        </div>
      )}
      <ul className={css.files} {...scrollable}>
        {files.map((file) => (
          <FileLine
            key={file.path}
            file={file}
            workingDir={session?.workingDir ?? ''}
            busy={busy}
            onPut={(redo) => void put([file.path], redo)}
          />
        ))}
      </ul>
    </>
  );
}

interface FileLineProps {
  readonly file: TurnFile;
  readonly workingDir: string;
  readonly busy: boolean;
  readonly onPut: (redo: boolean) => void;
}

function FileLine({ file, workingDir, busy, onPut }: FileLineProps) {
  const { t } = useI18n();
  const [open, setOpen] = useState(false);
  const name = nameIn(workingDir, file.path);
  const old = file.from === undefined ? undefined : nameIn(workingDir, file.from);
  const redo = canRedo(file);
  return (
    <li>
      <div className={css.line}>
        <button
          type="button"
          className={css.name}
          title={file.diff === undefined ? `${file.path}\n${t('hint.noDiff')}` : file.path}
          aria-expanded={file.diff === undefined ? undefined : open}
          disabled={file.diff === undefined}
          onClick={() => setOpen(!open)}
        >
          <em className={css[file.kind]}>{t(`changes.${file.kind}`)}</em>
          <code>{old === undefined ? name : `${old} → ${name}`}</code>
        </button>
        <span className={css.state}>{stateWords(file, t)}</span>
        {(canUndo(file) || redo) && (
          <Button
            size="small"
            disabled={busy}
            aria-label={`${t(redo ? 'changes.redo' : 'changes.undo')}: ${name}`}
            onClick={() => onPut(redo)}
          >
            {t(redo ? 'changes.redo' : 'changes.undo')}
          </Button>
        )}
      </div>
      {open && file.diff !== undefined && (
        <Diff lines={parseDiff(file.diff)} label={t('approval.change')} />
      )}
    </li>
  );
}

function nameIn(workingDir: string, path: string): string {
  const inside = path.startsWith(`${workingDir}/`) || path.startsWith(`${workingDir}\\`);
  return inside ? path.slice(workingDir.length + 1) : path;
}

function stateWords(file: TurnFile, t: ReturnType<typeof useI18n>['t']): string {
  if (file.by === 'command' && file.kind !== 'moved') return t('changes.byCommand');
  switch (file.state) {
    case 'changed':
      return '';
    case 'undone':
      return t('changes.undone');
    case 'conflict':
      return t('changes.conflict');
    case 'unrestorable':
      return t('changes.notKept');
  }
}
