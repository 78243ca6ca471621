import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folders of shared/domain from the lowest to the highest: each imports only those before it, types included.
 * So no two folders import each other. Biome holds the directions between the rooms of shared/, this script those
 * inside domain. A new folder gets its place here.
 */
export const domainOrder = [
  'ports',
  'lists',
  'limits',
  'tenants',
  'keys',
  'accounts',
  'sessions',
  'domains',
  'content',
  'events',
  'counters',
  'suppressions',
  'templates',
  'attachments',
  'emails',
  'webhooks',
  'tracking',
  'unsubscribe',
  'doctor',
  'feedback',
  'inbound-rules',
  'receiving',
  'tenant-admin',
  'sending',
  'batches',
  'automations',
  'runs',
  'imports',
  'delivery',
  'sweep',
];

const root = join(dirname(fileURLToPath(import.meta.url)), '../../shared/domain');

/** The domain folder of a file below `root`; null for the files beside the folders. */
const folderOf = (path: string): string | null => {
  const parts = relative(root, path).split(sep);
  return parts.length > 1 ? (parts[0] ?? null) : null;
};

/** `from file -> to folder` for every import that goes against the order. */
function wrongImports(): string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.flatMap((name) => {
    const file = join(root, name);
    const from = folderOf(file);
    if (from === null) return [];
    if (!domainOrder.includes(from))
      return [`shared/domain/${name}: give the folder ${from} its place in domainOrder`];
    return [...readFileSync(file, 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)].flatMap(
      ([, path = '']) => {
        const to = folderOf(normalize(join(dirname(file), path)));
        const outside = to === null || to === '..' || to === from;
        if (outside || domainOrder.indexOf(to) < domainOrder.indexOf(from)) return [];
        return [`shared/domain/${name}: ${from} may not import ${to}, which is above it`];
      },
    );
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = wrongImports();
  for (const line of wrong) process.stderr.write(`${line}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
