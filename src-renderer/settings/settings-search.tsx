/** Finds a setting by its words and leads to it. */
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import list from '../design/list.module.css';
import { useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { findSettings } from './settings-index.ts';
import css from './settings-search.module.css';

export function SettingsSearch() {
  const i18n = useI18n();
  const { t } = i18n;
  const [words, setWords] = useState('');
  const found = findSettings(words, i18n);
  return (
    <>
      <label className={css.find}>
        <Search aria-hidden />
        <input
          type="search"
          value={words}
          placeholder={t('settings.find')}
          aria-label={t('settings.find')}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || words === '') return;
            event.preventDefault();
            setWords('');
          }}
        />
      </label>
      {words.trim() !== '' && (
        <div className={css.found}>
          <p className={list.group} role="status">
            {found.length === 0 ? t('settings.findNone') : i18n.tn('settings.found', found.length)}
          </p>
          <ul>
            {found.map(({ section, name }) => (
              <li key={`${section} ${name}`}>
                <Link
                  className={list.line}
                  href={`${to.settings(section)}?at=${encodeURIComponent(name)}`}
                >
                  <b>{name}</b>
                  <small>{t(`settings.${section}`)}</small>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
