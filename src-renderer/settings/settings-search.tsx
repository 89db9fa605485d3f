/** Finds a setting by its words and leads to it. */
import { useState } from 'react';
import { Link } from 'wouter';
import list from '../design/list.module.css';
import { SearchField } from '../design/search-field.tsx';
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
      <div className={css.find}>
        <SearchField value={words} onChange={setWords} label={t('settings.find')} />
      </div>
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
