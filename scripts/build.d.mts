/** The Vite build of the main process; `external` stays outside and must be a dependency. */
export function mainConfig(): {
  readonly ssr: { readonly external: readonly string[] };
  readonly build: {
    readonly rolldownOptions: {
      readonly output: { entryFileNames(entry: { readonly name: string }): string };
    };
  };
};
