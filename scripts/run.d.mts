/** The types of `run.mjs`, which runs before anything is installed and so cannot be TypeScript. */
export function run(
  command: string,
  args: readonly string[],
  options?: { readonly cwd?: string; readonly env?: Readonly<Record<string, string | undefined>> },
): Promise<number>;
export function npmCommand(): [command: string, args: readonly string[]];
