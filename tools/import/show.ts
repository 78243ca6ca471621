import { importResources } from '../../shared/core/records/imports.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';

/** Text of the provider on a terminal: no character that moves the cursor or changes colours. */
const plain = (text: unknown): string => String(text ?? '').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');

const row = (cells: (string | number)[]) =>
  `  ${cells
    .map((cell) => String(cell).padEnd(16))
    .join('')
    .trimEnd()}`;

/** The totals of each resource that was selected. */
export function totalsTable(migration: MigrationRecord): string[] {
  const { suppressions, resources: selected } = migration;
  const lines = importResources
    .filter((name) => selected.includes(name))
    .map((name) => {
      const totals: Record<string, number> = migration[name].totals;
      const {
        found = 0,
        imported = 0,
        needs_attention = 0,
        skipped = 0,
        already_suppressed = 0,
        failed = 0,
      } = totals;
      return row([name, found, imported, needs_attention, skipped + already_suppressed, failed]);
    });
  const estimated = suppressions.estimated ? ['  (suppressions: at least; the lists have more)'] : [];
  return [row(['', 'found', 'imported', 'to look at', 'skipped', 'failed']), ...lines, ...estimated];
}

type Item = { name?: unknown; url?: unknown; status: string; reason: string | null; message: string | null };

const itemLine = (resource: string, { name, url, reason, message }: Item) =>
  `  ${resource} ${plain(name ?? url)}: ${reason}${message === null ? '' : ` - ${plain(message)}`}`;

/** What failed, could not be read, or needs a look. */
export function troubles(migration: MigrationRecord): string[] {
  const items = (['domains', 'webhooks', 'templates'] as const).flatMap((resource) =>
    (migration[resource].items as Item[])
      .filter(({ status, reason }) => status === 'failed' || (status !== 'skipped' && reason !== null))
      .map((item) => itemLine(resource, item)),
  );
  const errors = migration.errors.map(
    ({ resource, code, message }) => `  ${resource} ${code}: ${plain(message)}`,
  );
  const attention = migration.attention.map(
    ({ resource, name, reason, action }) =>
      `  ${resource}${name === '' ? '' : ` ${plain(name)}`} ${reason}: ${plain(action)}`,
  );
  const all = [...items, ...errors, ...attention];
  return all.length === 0 ? [] : ['', 'Needs a look:', ...all];
}

/** Secrets, shown this once. */
export function secretLines(migration: MigrationRecord): string[] {
  const made = migration.webhooks.items.filter(({ secret }) => secret !== null);
  if (made.length === 0) return [];
  return [
    ...['', 'Secrets of new webhooks, shown this once:'],
    ...made.map(({ url, webhook_id, secret }) => `  ${webhook_id} ${plain(url)} ${secret}`),
  ];
}

const steps = [
  'Publish the DNS records of each domain (dns_plan), or apply them: POST /domains/{id} {"action": "apply"}.',
  'Set the new secrets in the receivers of your webhooks, then enable the endpoints.',
  'Mend and publish the templates that are drafts.',
  'Change the code: code_changes and agent_prompt (--out writes them to files).',
  'Keep the old account and its DNS records until nothing is sent there, then import again.',
];

export const nextSteps = (): string[] => ['', 'Next:', ...steps.map((step, at) => `  ${at + 1}. ${step}`)];
