/** One of all models that are known, as `model@provider`. */
import { useI18n } from '../i18n/index.ts';
import { useProviders } from '../store/providers.ts';

interface ModelSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ModelSelect({ label, value, onChange }: ModelSelectProps) {
  const { t } = useI18n();
  const providers = useProviders((state) => state.providers);
  const names = providers
    .filter(({ kind }) => kind !== 'reflex')
    .flatMap(({ name, models }) => models.map((model) => `${model}@${name}`));
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('models.choose')}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
