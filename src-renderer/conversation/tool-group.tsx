/** Tool calls as quiet lines; each opens to its arguments, its judgement and its output. */
import {
  Check,
  ChevronRight,
  CircleDashed,
  CircleSlash,
  CircleStop,
  Hand,
  Layers,
  TriangleAlert,
} from 'lucide-react';
import { memo, useId, useState } from 'react';
import { cx } from '../design/cx.ts';
import { scrollable } from '../design/scrollable.ts';
import { type I18n, useI18n } from '../i18n/index.ts';
import { outputText, ranMs, type ToolState } from '../store/turns.ts';
import { Diff } from './diff.tsx';
import { Elapsed } from './elapsed.tsx';
import { ShownPictures } from './picture.tsx';
import css from './tool-group.module.css';
import {
  editLines,
  nameInRules,
  outputWords,
  parseDiff,
  toolName,
  toolSubject,
} from './tool-words.ts';

/** A longer group folds to its last lines. */
const longestGroup = 6;
const lastLines = 3;

export function ToolGroup({ tools }: { readonly tools: readonly ToolState[] }) {
  const { tn } = useI18n();
  const [open, setOpen] = useState(false);
  const folds = tools.length > longestGroup;
  const folded = folds && !open ? tools.slice(0, -lastLines).filter(hasEnded) : [];
  const shown = folded.length === 0 ? tools : tools.filter((tool) => !folded.includes(tool));
  const failed = folded.filter(({ status }) => status === 'failed').length;
  return (
    <ul className={css.group}>
      {folds && (
        <li className={css.item}>
          <button
            type="button"
            className={css.row}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <Layers aria-hidden className={css.muted} />
            <span className={css.name}>
              {open ? tn('tool.all', tools.length) : tn('tool.earlier', folded.length)}
            </span>
            <span className={css.subject}>
              <span>{countedNames(open ? tools : folded)}</span>
            </span>
            <span className={css.meta}>{failed > 0 ? tn('tool.someFailed', failed) : ''}</span>
            <ChevronRight className={css.chevron} aria-hidden />
          </button>
        </li>
      )}
      {shown.map((tool) => (
        <ToolLine key={tool.toolCallId} tool={tool} />
      ))}
    </ul>
  );
}

function hasEnded({ status }: ToolState): boolean {
  return status !== 'called' && status !== 'asking' && status !== 'running';
}

/** `Read × 8, Grep × 4`, in the order in which they first came. */
function countedNames(tools: readonly ToolState[]): string {
  const counts = new Map<string, number>();
  for (const { name } of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => (count === 1 ? toolName(name) : `${toolName(name)} × ${count}`))
    .join(', ');
}

const ToolLine = memo(function ToolLine({ tool }: { readonly tool: ToolState }) {
  const i18n = useI18n();
  const { tn } = i18n;
  const [open, setOpen] = useState(false);
  const id = useId();
  const live = tool.status === 'running' && tool.output.length > 0;
  return (
    <li className={css.item}>
      <button
        type="button"
        className={css.row}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <StatusIcon tool={tool} />
        <span className={css.name}>
          <bdi>{toolName(tool.name)}</bdi>
        </span>
        <span className={css.subject}>
          <span>{toolSubject(tool.args)}</span>
        </span>
        <span className={css.meta}>
          {tool.status === 'running' ? (
            <Elapsed since={tool.decidedAt ?? tool.judgedAt} />
          ) : (
            metaOf(tool, i18n)
          )}
        </span>
        <ChevronRight className={css.chevron} aria-hidden />
      </button>
      <div id={id} hidden={!open && !live}>
        {open ? <ToolDetail tool={tool} /> : live && <Tail text={outputText(tool)} />}
      </div>
      {tool.result?.images && (
        <ShownPictures files={tool.result.images} from={toolName(tool.name)} />
      )}
      {tool.result?.imagesNotKept !== undefined && (
        <p className={css.notKept}>{tn('picture.notKept', tool.result.imagesNotKept)}</p>
      )}
    </li>
  );
});

function StatusIcon({ tool }: { readonly tool: ToolState }) {
  const { t } = useI18n();
  const label = t(`tool.status.${tool.status}`);
  switch (tool.status) {
    case 'called':
    case 'running':
      return <span className={css.spinner} role="img" aria-label={label} />;
    case 'asking':
      return <Hand className={css.warn} aria-label={label} />;
    case 'ok':
      return <Check className={css.ok} aria-label={label} />;
    case 'failed':
      return <TriangleAlert className={css.bad} aria-label={label} />;
    case 'denied':
      return <CircleSlash className={css.muted} aria-label={label} />;
    case 'stopped':
      return <CircleStop className={css.muted} aria-label={label} />;
    case 'interrupted':
      return <CircleDashed className={css.warn} aria-label={label} />;
  }
}

function metaOf(tool: ToolState, { t, tn, duration }: I18n): string {
  if (tool.status === 'asking') return t('tool.waits');
  if (tool.status === 'denied') {
    if (tool.ask?.reason === 'question') return t('tool.unanswered');
    return t(tool.safety?.level === 'block' ? 'tool.blocked' : 'tool.denied');
  }
  if (tool.status === 'interrupted') return t('tool.notFinished');
  if (tool.status === 'stopped') {
    const ms = ranMs(tool);
    return ms > 0 ? `${t('tool.stopped')} · ${duration(ms)}` : t('tool.stopped');
  }
  const result = tool.result;
  if (result === undefined) return '';
  if (!result.ok) return `${t('tool.failed')} · ${duration(ranMs(tool))}`;
  const lines = result.output === '' ? 0 : result.output.replace(/\n$/, '').split('\n').length;
  return lines > 1
    ? `${tn('tool.lines', lines)} · ${duration(ranMs(tool))}`
    : duration(ranMs(tool));
}

function Tail({ text }: { readonly text: string }) {
  return <pre className={css.tail}>{text.trimEnd().split('\n').slice(-4).join('\n')}</pre>;
}

function ToolDetail({ tool }: { readonly tool: ToolState }) {
  const i18n = useI18n();
  const { t, told } = i18n;
  const change = tool.ask?.diff ? parseDiff(tool.ask.diff) : editLines(tool.args);
  const rule = nameInRules(tool.name);
  const reason = tool.safety ? told(tool.safety, 'reason') : '';
  const deciding = tool.safety?.source === 'mode' ? undefined : tool.safety?.rule;
  const output = tool.result ? outputWords(tool.result, i18n) : outputText(tool);
  return (
    <div className={css.detail}>
      {rule !== undefined && (
        <p className={css.verdict}>
          {t('tool.inRules')} <code>{rule}</code>
        </p>
      )}
      {change.length > 0 ? (
        <Diff lines={change} label={t('approval.change')} />
      ) : (
        <Piece label={t('tool.arguments')} text={JSON.stringify(tool.args, null, 2)} />
      )}
      {tool.safety && (
        <p className={css.verdict}>
          <span className={css[tool.safety.level]}>{t(`safety.${tool.safety.level}`)}:</span>{' '}
          {reason}
          {deciding !== undefined && !reason.includes(deciding) && <code>{deciding}</code>}
        </p>
      )}
      {tool.decided && (
        <p className={css.verdict}>
          {t('tool.youDecided', { decision: t(`decision.${tool.decided.decision}`) })}
          {tool.decided?.reason && <> “{told(tool.decided, 'reason')}”</>}
        </p>
      )}
      {output !== '' && (
        <Piece
          label={t('tool.output')}
          text={output}
          isTold={tool.result?.said !== undefined || tool.result?.footer !== undefined}
        />
      )}
      {tool.result?.truncated && tool.result.fullOutputPath && (
        <p className={css.verdict}>
          {t('tool.cut')} <code>{tool.result.fullOutputPath}</code>
        </p>
      )}
    </div>
  );
}

interface PieceProps {
  readonly label: string;
  readonly text: string;
  /** A sentence in the window's language, not what a program put out. */
  readonly isTold?: boolean;
}

function Piece({ label, text, isTold = false }: PieceProps) {
  return (
    <section className={css.piece} aria-label={label}>
      <span className={css.pieceLabel}>{label}</span>
      <pre className={cx(isTold && css.told)} {...scrollable}>
        {text}
      </pre>
    </section>
  );
}
