import { useId } from 'react';
import css from './choice.module.css';

export interface Option<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly detail?: string;
}

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly value: T | undefined;
  readonly options: readonly Option<T>[];
  readonly onChange: (value: T) => void;
}

/** One of a few, with a sentence about each. */
export function Choice<T extends string>({ legend, value, options, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.radio}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.detail && <small>{option.detail}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
