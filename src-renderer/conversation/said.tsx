/** The owner's words as typed. Of very many (a pasted log) the beginning, until all are wanted. */
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../design/cx.ts';
import { useI18n } from '../i18n/index.ts';
import { useUi } from '../store/ui.ts';
import css from './user-message.module.css';

const manyLines = 24;
const manyCharacters = 2400;

/** Turns whose message was opened: a message that is scrolled out of sight is not drawn. */
const opened = new Set<string>();

interface SaidProps {
  readonly turnId: string;
  readonly text: string;
}

export function Said({ turnId, text }: SaidProps) {
  const { t, tn } = useI18n();
  const [open, setOpen] = useState(opened.has(turnId));
  // What is looked for may stand further down.
  const finding = useUi((state) => state.finding > 0);
  const lines = text.split('\n').length;
  const isLong = lines > manyLines || text.length > manyCharacters;

  function turn(): void {
    if (open) opened.delete(turnId);
    else opened.add(turnId);
    setOpen(!open);
  }

  return (
    <>
      <div data-said dir="auto" className={cx(isLong && !open && !finding && css.folded)}>
        {withCode(text)}
      </div>
      {isLong && !finding && (
        <button type="button" className={css.fold} aria-expanded={open} onClick={turn}>
          {open ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          {open ? t('message.fold') : tn('message.unfold', lines)}
        </button>
      )}
    </>
  );
}

/** Only `code` gets its type. */
function withCode(text: string): ReactNode {
  const shown: ReactNode[] = [];
  let start = 0;
  for (const piece of text.split(/(`[^`\n]+`)/)) {
    const isCode = piece.startsWith('`') && piece.endsWith('`') && piece.length > 2;
    shown.push(isCode ? <code key={start}>{piece.slice(1, -1)}</code> : piece);
    start += piece.length;
  }
  return shown;
}
