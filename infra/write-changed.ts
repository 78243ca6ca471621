import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file unless it holds these bytes already: a reader is not disturbed. */
export async function writeChanged(path: string, contents: Uint8Array): Promise<void> {
  const standing = await readFile(path).catch(() => undefined);
  if (standing?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, contents);
}
