/** Math, set by KaTeX, which is loaded when the first formula appears. Until then it is its source. */
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import css from './markdown.module.css';
import type { Formula as FormulaText } from './math-marks.ts';

type Katex = typeof import('katex').default;

/** Longer ones stay as they are written: no formula that somebody reads is that long. */
const longest = 4_000;

let loaded: Katex | undefined;
let loading: Promise<Katex> | undefined;

async function load(): Promise<Katex> {
  loading ??= Promise.all([import('katex'), import('katex/dist/katex.min.css')]).then(
    ([{ default: katex }]) => katex,
  );
  loaded = await loading;
  return loaded;
}

export const Formula = memo(function Formula({ tex, display }: FormulaText) {
  const [katex, setKatex] = useState(() => loaded);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (katex !== undefined) return;
    let gone = false;
    void load().then((library) => {
      if (!gone) setKatex(() => library);
    });
    return () => {
      gone = true;
    };
  }, [katex]);
  const canSet = katex !== undefined && tex.length <= longest;
  useLayoutEffect(() => {
    if (!canSet || place.current === null) return;
    try {
      // Nothing of a formula can run or load: no links, no classes, no HTML, no endless macros.
      katex.render(tex, place.current, {
        displayMode: display,
        throwOnError: true,
        trust: false,
        strict: 'ignore',
        maxSize: 40,
        maxExpand: 300,
      });
    } catch (error) {
      if (!(error instanceof katex.ParseError)) throw error;
      // No formula, or one of a newer TeX: its reader gets what was written.
      place.current.textContent = tex;
    }
  }, [canSet, katex, tex, display]);
  if (!canSet) return <code>{tex}</code>;
  return (
    // A formula runs from left to right in every language.
    <span key="set" ref={place} dir="ltr" className={display ? css.display : undefined} />
  );
});
