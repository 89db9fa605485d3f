import css from './logo.module.css';

/** Five places and the ways between them. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      className={css.logo}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="1.6"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M7.7 8.5l2.4 2.7M16.6 7.8l-2.7 3.1M10.2 15l-3.2 2.9M14.3 14.7l2.7 2.4" />
      <circle cx="6" cy="6.7" r="2.3" />
      <circle cx="18" cy="6.2" r="2.3" />
      <circle className={css.heart} cx="12" cy="13" r="2.8" />
      <circle cx="5.6" cy="19.2" r="1.9" />
      <circle cx="18.6" cy="18.6" r="2.2" />
    </svg>
  );
}
