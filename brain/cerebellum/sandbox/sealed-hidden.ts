/** The empty folders that Linux's sandbox puts over what it hides lie in memory: without this they could be filled. */
export function withSealedHidden(line: string): string {
  const end = line.indexOf(' -- ');
  const mounts = line.slice(0, end);
  const hidden = [...mounts.matchAll(/ --tmpfs ('[^']*'|\S+)/g)].map(([, path = '']) => path);
  const seals = [...hidden, '/dev'].map((path) => ` --remount-ro ${path}`);
  return `${mounts}${seals.join('')}${line.slice(end)}`;
}
