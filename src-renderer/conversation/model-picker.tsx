/** Which model answers: for a conversation, or for another try of one message. */
import { ChevronDown } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { ProviderInfo } from '../../protocol/index.ts';
import {
  Menu,
  MenuChoice,
  MenuGroup,
  MenuItem,
  MenuOption,
  MenuSeparator,
} from '../design/menu.tsx';
import { type I18n, useI18n } from '../i18n/index.ts';
import { to } from '../routes.ts';
import { headOfCascade, inCascadeOrder, loadProviders, useProviders } from '../store/providers.ts';
import css from './pickers.module.css';

const automatic = '';
const reflex = 'reflex';
/** Fits no option. */
const none = '-';

interface ModelPickerProps {
  /** `model@provider`, `reflex`, or undefined for the cascade. */
  readonly value: string | undefined;
  readonly onChange: (model: string | undefined) => void;
}

export function ModelPicker({ value, onChange }: ModelPickerProps) {
  const { t } = useI18n();
  const head = useProviders(headOfCascade);
  const name = shortName(value, head, t);
  return (
    <ModelMenu
      value={value ?? automatic}
      onChange={onChange}
      trigger={
        <button type="button" className={css.pill} aria-label={t('model.label', { model: name })}>
          {name}
          <ChevronDown aria-hidden />
        </button>
      }
    />
  );
}

interface ModelMenuProps {
  readonly trigger: ReactElement;
  /** The one that is marked; none where absent. */
  readonly value?: string;
  readonly onChange: (model: string | undefined) => void;
}

export function ModelMenu({ trigger, value, onChange }: ModelMenuProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const state = useProviders();
  const [, navigate] = useLocation();
  const head = headOfCascade(state);
  const ordered = inCascadeOrder(state);
  const others = state.providers.filter(
    (provider) => !ordered.includes(provider) && provider.kind !== 'reflex',
  );
  return (
    <Menu wide align="end" onOpen={() => void loadProviders()} trigger={trigger}>
      <MenuChoice
        value={value ?? none}
        onChange={(next) => onChange(next === automatic ? undefined : next)}
      >
        <MenuOption
          value={automatic}
          label={t('model.automatic')}
          detail={
            head
              ? t('model.automaticNow', { model: head.model || head.name })
              : t('model.automaticReflex')
          }
        />
        <MenuOption value={reflex} label={t('model.reflex')} detail={t('model.reflexDetail')} />
        {[...ordered, ...others].map((provider) => (
          <ProviderGroup key={provider.name} provider={provider} i18n={i18n} />
        ))}
      </MenuChoice>
      <MenuSeparator />
      <MenuItem onClick={() => navigate(to.settings('models'))}>{t('model.manage')}</MenuItem>
    </Menu>
  );
}

function ProviderGroup({
  provider,
  i18n,
}: {
  readonly provider: ProviderInfo;
  readonly i18n: I18n;
}) {
  const { t, told } = i18n;
  const usable = provider.state === 'ready' || provider.state === 'cooling';
  const models = provider.models.length > 0 ? provider.models : [provider.model].filter(Boolean);
  return (
    <MenuGroup label={provider.name} note={t(`provider.state.${provider.state}`)}>
      {models.map((model) => (
        <MenuOption
          key={model}
          value={`${model}@${provider.name}`}
          label={model}
          disabled={!usable && provider.state !== 'unknown'}
        />
      ))}
      {models.length === 0 && <p className={css.none}>{told(provider, 'message')}</p>}
    </MenuGroup>
  );
}

function shortName(
  value: string | undefined,
  head: ProviderInfo | undefined,
  t: I18n['t'],
): string {
  if (value === reflex) return t('model.reflex');
  if (value !== undefined) return value.slice(0, value.lastIndexOf('@')) || value;
  return head ? head.model || head.name : t('model.reflex');
}
