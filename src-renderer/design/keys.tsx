import css from './keys.module.css';

/** Keys as they are printed on a keyboard. */
export function Keys({ caps }: { readonly caps: readonly string[] }) {
  return (
    <span className={css.keys}>
      {caps.map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
