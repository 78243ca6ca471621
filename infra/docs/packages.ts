import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageIds, packagePath } from '../../functions/docs/packages.ts';
import type { SiteFile } from '../../functions/docs/site.ts';

/** The file names that `npm pack` uses. */
const tarballs = { sdk: 'mailwright-sdk', cli: 'mailwright', mcp: 'mailwright-mcp' };

/** The tarballs of this release as files of the site. `npm pack` builds a package whose sources changed. */
export async function packedPackages(version: string): Promise<Record<string, SiteFile>> {
  const folder = await mkdtemp(join(tmpdir(), 'packages-'));
  try {
    const args = ['pack', ...packageIds.map((id) => `./packages/${id}`), '--pack-destination', folder];
    await promisify(execFile)('npm', args, { shell: process.platform === 'win32' });
    const files = packageIds.map(async (id) => {
      const text = await readFile(join(folder, `${tarballs[id]}-${version}.tgz`), 'base64');
      const file: SiteFile = { type: 'application/gzip', text, encoding: 'base64', kept: true };
      return [packagePath(id, version), file] as const;
    });
    return Object.fromEntries(await Promise.all(files));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
