/** The owner's routes: which words send a message to which model. The first that fits decides. */
import { ArrowRight, ArrowUp, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import fields from '../design/fields.module.css';
import { useI18n } from '../i18n/index.ts';
import { useProviders } from '../store/providers.ts';
import { useSettings } from '../store/settings.ts';
import { ModelSelect } from './model-select.tsx';
import { movedTo } from './order.ts';
import lists from './rule-lists.module.css';
import { save } from './save.ts';
import css from './settings.module.css';

export function RoutesEditor() {
  const { t, list } = useI18n();
  const routes = useSettings((state) => state.config?.routes) ?? [];
  const isReady = useProviders((state) => state.loaded);
  const [words, setWords] = useState('');
  const [target, setTarget] = useState('');
  const keywords = words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await save({ routes: [...routes, { keywords, target }] })) setWords('');
  }

  function up(index: number): void {
    const order = movedTo(
      routes.map((_, at) => String(at)),
      String(index),
      index - 1,
    );
    void save({ routes: order.flatMap((at) => routes[Number(at)] ?? []) });
  }

  const hint =
    keywords.length === 0 ? t('hint.noWords') : target === '' ? t('hint.noModel') : undefined;
  if (!isReady) return null;
  return (
    <section className={lists.rules} aria-label={t('routes.title')}>
      <h3>{t('routes.title')}</h3>
      <p className={css.help}>{t('routes.help')}</p>
      <ul>
        {routes.map((route, index) => (
          <li key={`${route.keywords.join(',')} ${route.target}`} className={lists.entry}>
            <span>
              {list(route.keywords)}{' '}
              <ArrowRight className={lists.to} aria-label={t('routes.target')} />{' '}
              <code>{route.target}</code>
            </span>
            <span className={css.order}>
              <IconButton
                label={t('routes.up', { words: list(route.keywords) })}
                hint={index === 0 ? t('hint.first') : undefined}
                onClick={() => up(index)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={t('routes.remove', { words: list(route.keywords) })}
                onClick={() => void save({ routes: routes.filter((one) => one !== route) })}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <form className={cx(fields.fields, css.field)} onSubmit={(event) => void add(event)}>
        <label>
          <span>{t('routes.words')}</span>
          <input
            value={words}
            placeholder={t('routes.example')}
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <ModelSelect label={t('routes.target')} value={target} onChange={setTarget} />
        <Button type="submit" hint={hint}>
          {t('routes.add')}
        </Button>
      </form>
    </section>
  );
}
