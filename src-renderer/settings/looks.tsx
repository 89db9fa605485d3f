import { tables, useI18n } from '../i18n/index.ts';
import { themes, useSettings } from '../store/settings.ts';
import { Choice } from './choice.tsx';
import { save } from './save.ts';
import css from './settings.module.css';

export function Looks() {
  const { t } = useI18n();
  const theme = useSettings((state) => state.theme);
  const contrast = useSettings((state) => state.contrast);
  const language = useSettings((state) => state.language);
  return (
    <>
      <header className={css.intro}>
        <h2>{t('settings.looks')}</h2>
      </header>
      <Choice
        legend={t('looks.theme')}
        value={theme}
        options={themes.map((value) => ({ value, label: t(`theme.${value}`) }))}
        onChange={(value) => void save({ ui: { theme: value } })}
      />
      <Choice
        legend={t('looks.contrast')}
        value={contrast}
        options={(['system', 'more'] as const).map((value) => ({
          value,
          label: t(`contrast.${value}`),
        }))}
        onChange={(value) => void save({ ui: { contrast: value } })}
      />
      <Choice
        legend={t('looks.language')}
        value={language}
        options={[
          { value: 'system', label: t('looks.languageSystem') },
          ...Object.entries(tables).map(([value, table]) => ({
            value,
            label: table['language.name'],
          })),
        ]}
        onChange={(value) => void save({ ui: { language: value } })}
      />
    </>
  );
}
