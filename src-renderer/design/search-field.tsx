/** The one field that looks for something: its glass, its words, and a way to empty it. */
import { Search, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useI18n } from '../i18n/index.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import css from './search-field.module.css';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  /** Where it is not the label. */
  readonly placeholder?: string;
  /** `quiet` lies in a panel, `large` heads a room. */
  readonly look?: 'plain' | 'quiet' | 'large';
  readonly id?: string;
  readonly title?: string;
  readonly name?: string;
  readonly ref?: Ref<HTMLInputElement>;
  /** Stands behind the words. */
  readonly children?: ReactNode;
}

export function SearchField(props: SearchFieldProps) {
  const { value, onChange, label, placeholder = label, look = 'plain', children, ...rest } = props;
  const { t } = useI18n();
  return (
    <div className={cx(css.search, css[look])}>
      <Search aria-hidden />
      <input
        {...rest}
        type="search"
        value={value}
        placeholder={placeholder}
        aria-label={label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          onChange('');
        }}
      />
      {value !== '' && (
        <IconButton
          className={css.clear}
          label={t('common.clearSearch')}
          onClick={(event) => {
            onChange('');
            event.currentTarget.parentElement?.querySelector('input')?.focus();
          }}
        >
          <X aria-hidden />
        </IconButton>
      )}
      {children}
    </div>
  );
}
