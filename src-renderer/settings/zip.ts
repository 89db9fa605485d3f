/** A zip archive without compression: enough to hand a folder over as one file. */

interface Packed {
  readonly path: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (crcTable[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Bytes of numbers, each as `[value, bytes]`, the lowest byte first. */
function numbers(...fields: readonly (readonly [number, 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** The names are UTF-8, which flag 11 says. */
const UTF8 = 0x0800;
const VERSION = 20;

export function zipOf(files: readonly Packed[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { path, content } of files) {
    const name = new TextEncoder().encode(path);
    const common = [
      [VERSION, 2],
      [UTF8, 2],
      // Stored as it is, without a date.
      [0, 2],
      [0, 4],
      [crc32(content), 4],
      [content.length, 4],
      [content.length, 4],
      [name.length, 2],
      [0, 2],
    ] as const;
    const local = numbers([0x04034b50, 4], ...common);
    parts.push(local, name, content);
    directory.push(
      numbers(
        [0x02014b50, 4],
        [VERSION, 2],
        ...common,
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [offset, 4],
      ),
      name,
    );
    offset += local.length + name.length + content.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  );
  return new Blob([...parts, ...directory, end]);
}
