import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Zippable, zipSync } from 'fflate';

/** Regular file, rw-r--r--. Without it, the extracted files can't be read. */
const attrs = (0o100644 << 16) >>> 0;

/**
 * The folder's files as an uncompressed ZIP archive. Names are sorted and times fixed, so the same files give the
 * same bytes.
 */
export async function zipFolder(folder: string): Promise<Buffer<ArrayBuffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  const files: Zippable = {};
  for (const name of names) files[name] = await readFile(join(folder, name));
  return Buffer.from(zipSync(files, { level: 0, mtime: '1980-01-01T00:00:00', os: 3, attrs }));
}
