import { Markdown } from '../conversation/markdown.tsx';
import { scrollable } from '../design/scrollable.ts';
import { useI18n } from '../i18n/index.ts';
import { markdownParts } from './front-matter.ts';
import css from './mind-room.module.css';

/** The text as it reads, also before it is saved. */
export function Preview({ text }: { readonly text: string }) {
  const { t } = useI18n();
  const { front, body } = markdownParts(text);
  return (
    <section className={css.preview} aria-label={t('mind.preview')} {...scrollable}>
      <div className={css.paper}>
        {front && <pre className={css.front}>{front}</pre>}
        {body.trim() === '' ? (
          <p className={css.quiet}>{t('mind.nothing')}</p>
        ) : (
          <Markdown text={body} finished />
        )}
      </div>
    </section>
  );
}
