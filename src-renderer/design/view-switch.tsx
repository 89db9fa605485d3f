/** Which of a few views of the same thing is shown: buttons side by side, one of them pressed. */
import css from './view-switch.module.css';

interface ViewSwitchProps<T extends string | number> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
}

export function ViewSwitch<T extends string | number>(props: ViewSwitchProps<T>) {
  const { label, value, options, onChange } = props;
  return (
    <fieldset className={css.switch} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
