/**
 * Fetches the libraries' programs for the processors that this machine does not have: a package for
 * another one needs its own, and `npm ci` leaves them out. Run before `npm run package`, in a release.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';
import { npmCommand, run } from './run.mjs';

/** Those that electron-builder.yml packages for. */
const packaged = ['x64', 'arm64'];

/** `name@version` of what the libraries want on `platform` beside what is there for `processor`. */
export function forOtherProcessors(lock, platform, processor) {
  const others = packaged.filter((one) => one !== processor);
  return Object.entries(lock.packages ?? {}).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1);
    // Runtimes for clones are not packaged; what only development needs is not either.
    const isOurs = entry.optional === true && entry.dev !== true && entry.devOptional !== true;
    const fits = entry.os?.includes(platform) && others.some((one) => entry.cpu?.includes(one));
    const isForMusl = entry.libc?.includes('musl') === true;
    return isOurs && fits && !isForMusl && !/^node-(?:bin-)?(?:darwin|linux|win)-/.test(name)
      ? [`${name}@${entry.version}`]
      : [];
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const wanted = forOtherProcessors(lock, process.platform, process.arch);
  const [npm, prefix] = npmCommand();
  // Forced: npm would refuse what this machine cannot run.
  const flags = ['--no-save', '--force', '--ignore-scripts', '--no-audit', '--no-fund'];
  process.exitCode = await run(npm, [...prefix, 'install', ...flags, ...wanted]);
}
