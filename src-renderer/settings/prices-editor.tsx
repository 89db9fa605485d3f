/** What models cost where the built-in table is wrong or knows nothing: dollars per million tokens. */
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { cx } from '../design/cx.ts';
import look from '../design/fields.module.css';
import { useI18n } from '../i18n/index.ts';
import { useSettings } from '../store/settings.ts';
import { ModelSelect } from './model-select.tsx';
import { providersWith } from './provider-patch.ts';
import lists from './rule-lists.module.css';
import { save } from './save.ts';
import css from './settings.module.css';

const fields = ['input', 'output', 'cacheRead', 'cacheWrite'] as const;
const noPrices = { input: '', output: '', cacheRead: '', cacheWrite: '' };

export function PricesEditor() {
  const { t, number } = useI18n();
  const providers = useSettings((state) => state.config?.providers) ?? {};
  const [model, setModel] = useState('');
  const [prices, setPrices] = useState(noPrices);
  const at = model.lastIndexOf('@');
  const set = Object.entries(providers).flatMap(([provider, { prices: own = {} }]) =>
    Object.entries(own).map(([name, values]) => ({ provider, name, values })),
  );

  async function add(event: FormEvent): Promise<void> {
    event.preventDefault();
    const values = Object.fromEntries(
      fields.flatMap((field) => (prices[field] === '' ? [] : [[field, Number(prices[field])]])),
    );
    const change = { prices: { [model.slice(0, at)]: values } };
    if (await save({ providers: providersWith(model.slice(at + 1), change) })) setPrices(noPrices);
  }

  return (
    <section className={lists.rules} aria-label={t('prices.title')}>
      <h3>{t('prices.title')}</h3>
      <p className={css.help}>{t('prices.help')}</p>
      <ul>
        {set.map(({ provider, name, values }) => (
          <li key={`${name}@${provider}`} className={lists.entry}>
            <span>
              {name === '*' ? t('prices.all', { provider }) : <code>{`${name}@${provider}`}</code>}
              {' · '}
              {fields
                .flatMap((field) =>
                  values[field] === undefined
                    ? []
                    : [`${t(`prices.${field}`)} ${number(values[field])}`],
                )
                .join(' · ')}
            </span>
            <span className={css.order}>
              <IconButton
                label={t('prices.remove', { model: `${name}@${provider}` })}
                onClick={() =>
                  void save({ providers: providersWith(provider, { prices: { [name]: null } }) })
                }
              >
                <Trash2 aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
      <form className={cx(look.fields, css.field)} onSubmit={(event) => void add(event)}>
        <ModelSelect label={t('models.model')} value={model} onChange={setModel} />
        <span className={lists.prices}>
          {fields.map((field) => (
            <label key={field}>
              <span>{t(`prices.${field}`)}</span>
              <input
                type="number"
                min="0"
                step="any"
                required={field === 'input' || field === 'output'}
                value={prices[field]}
                onChange={(event) => setPrices({ ...prices, [field]: event.target.value })}
              />
            </label>
          ))}
        </span>
        <Button type="submit" hint={model === '' ? t('hint.noModel') : undefined}>
          {t('common.save')}
        </Button>
      </form>
    </section>
  );
}
