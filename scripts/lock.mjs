/** Whether the lockfile says everything that `npm ci` insists on. */

/** The folders in which a package at `path` finds what it depends on, nearest first. */
function lookups(path) {
  const folders = [`${path === '' ? '' : `${path}/`}node_modules/`];
  for (let at = path.lastIndexOf('node_modules/'); at >= 0; ) {
    folders.push(path.slice(0, at + 'node_modules/'.length));
    at = at === 0 ? -1 : path.lastIndexOf('node_modules/', at - 1);
  }
  return folders;
}

/**
 * Optional packages that are asked for but not locked, such as the builds for other platforms that
 * a registry did not have when the lockfile was written. npm 11 refuses to `ci` such a lockfile.
 */
export function unlockedOptionals(lock) {
  const packages = lock.packages ?? {};
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !lookups(path).some((folder) => `${folder}${name}` in packages),
    ),
  );
}
