import type { Io } from '../io.ts';
import { importResources, type Migration } from './migration.ts';

/** A provider's text for the terminal, without characters that move the cursor or change colors. */
const plain = (text: unknown): string => String(text ?? '').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ');

const row = (cells: (string | number)[]) =>
  `  ${cells
    .map((cell) => String(cell).padEnd(16))
    .join('')
    .trimEnd()}`;

/** Whether there are more suppressions than counted, so the totals are an estimate. */
const listsGoOn = ({ suppressions, resources }: Migration): boolean =>
  suppressions.estimated && resources.includes('suppressions');

export function totalsTable(migration: Migration): string[] {
  const selected = migration.resources;
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
  const estimated = listsGoOn(migration)
    ? ['  (the provider has more suppressions than these totals show)']
    : [];
  return [row(['', 'found', 'imported', 'to review', 'skipped', 'failed']), ...lines, ...estimated];
}

/** Parts missing from a preview because the provider asked to wait or time ran out. */
export function cutLines(migration: Migration): string[] {
  const { retry_after_seconds: seconds = 0, suppressions } = migration;
  const why = seconds === 0 ? '' : ` because the provider asked to wait ${seconds} s`;
  const isCut = seconds > 0 || (suppressions.estimated && !listsGoOn(migration));
  return isCut ? [`  The preview ended early${why}. The import may find more objects.`] : [];
}

/** Entries missing from a report with truncated lists. */
export const truncatedLines = ({ truncated }: Migration): string[] =>
  truncated
    ? ['  The report is over 5 MB, so its lists are truncated. `counts` includes the full totals.']
    : [];

/** Entries per second that an import can write to a list with one index key, and seconds per other item. */
const entries_a_second = 450;
const seconds = { domains: 1, webhooks: 0.2, templates: 0.3 };

export function durationLine(migration: Migration): string {
  const { domains, webhooks, templates, suppressions } = migration;
  const items =
    domains.totals.found * seconds.domains +
    webhooks.totals.found * seconds.webhooks +
    templates.totals.found * seconds.templates;
  const all = items + suppressions.totals.imported / entries_a_second;
  const about = all < 60 ? 'less than a minute' : `about ${Math.ceil(all / 60)} minutes`;
  const more = ', plus a minute per 25,000 additional suppressions';
  return `  Expected duration: ${about}${listsGoOn(migration) ? more : ''}.`;
}

type Item = { name?: unknown; url?: unknown; status: string; reason: string | null; message: string | null };

const itemLine = (resource: string, { name, url, reason, message }: Item) =>
  `  ${resource} ${plain(name ?? url)}: ${[reason, message]
    .filter((text) => text !== null)
    .map(plain)
    .join(' - ')}`;

const remedies: Record<string, string> = {
  unsubscribe_link: 'check the category, which was set to product',
  blocks: 'replace conditions and loops with plain text or a variable',
  syntax: "replace the tags that weren't converted",
  legacy: 'replace each tag with {{name}}',
};

/** Templates that are or become drafts, with the cause, the alias to look for, and the next step. */
export function draftLines({ templates }: Migration): string[] {
  const drafts = templates.items.filter(
    ({ status, reason }) => status !== 'skipped' && status !== 'failed' && reason !== null,
  );
  const lines = drafts.flatMap(({ name, alias, reason, notes }) => [
    `  ${plain(alias)} (${plain(name)}): ${reason} - ${remedies[reason ?? '']}, then publish it`,
    ...notes.map((note) => `    ${plain(note)}`),
  ]);
  return lines.length === 0 ? [] : ['', 'Drafts to finish (alias, name):', ...lines];
}

export function dnsLines({ domains }: Migration): string[] {
  const lines = domains.items.flatMap(({ name, dns_plan }) => {
    const open = dns_plan?.changes.filter(({ action }) => action === 'add' || action === 'update') ?? [];
    if (dns_plan === null || open.length === 0) return [];
    return [
      `  ${plain(name)}${dns_plan.checked ? '' : " (We couldn't read your DNS. Compare these records with yours before you publish.)"}`,
      ...open.map(({ action, type, host, value }) => `    ${action} ${type} ${plain(host)} ${plain(value)}`),
      `    ${plain(dns_plan.keep_old_records)}`,
    ];
  });
  return lines.length === 0 ? [] : ['', 'DNS records to publish:', ...lines];
}

/** Items that failed or have a message, what couldn't be read, and what needs a look. */
export function troubles(migration: Migration): string[] {
  const items = (['domains', 'webhooks', 'templates'] as const).flatMap((resource) =>
    (migration[resource].items as Item[])
      .filter(({ status, message }) => status === 'failed' || message !== null)
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
  return all.length === 0 ? [] : ['', 'Needs attention:', ...all];
}

/** Secrets, shown only once. */
export function secretLines({ items }: Pick<Migration['webhooks'], 'items'>): string[] {
  const made = items.filter(({ secret }) => secret !== null);
  if (made.length === 0) return [];
  return [
    ...['', 'Signing secrets for new webhooks (shown only once):'],
    ...made.map(({ url, webhook_id, secret }) => `  ${webhook_id} ${plain(url)} ${secret}`),
  ];
}

const steps = [
  "Publish each domain's DNS records, or run mailwright domains apply <domain>.",
  'Add the new secrets to your webhook receivers, then enable the endpoints.',
  'Fix and publish the draft templates.',
  'Make the changes listed in code_changes, or give agent_prompt to a coding agent. Use --out to save both as files.',
  'Keep the old account and its DNS records until you stop sending from it. Then import again to get the latest suppressions.',
];

export const nextSteps = (): string[] => ['', 'Next:', ...steps.map((step, at) => `  ${at + 1}. ${step}`)];

/** Progress on stderr: phase, rows so far and per second, and waits. */
export function progressOf({ err, now }: Io, what: 'preview' | 'import') {
  const began = now();
  const phase = ({ domains, webhooks, templates, suppressions, has_more }: Migration): string => {
    if (!has_more) return 'done';
    if (suppressions.totals.found > 0) return 'suppressions';
    if (templates.totals.found > 0) return 'templates';
    if (webhooks.totals.found > 0) return 'webhooks';
    return domains.totals.found > 0 ? 'domains' : 'starting';
  };
  return {
    after: (merged: Migration): void => {
      const rows = merged.suppressions.totals.found + merged.templates.totals.found;
      const seconds = (now() - began) / 1000;
      err(
        `${what}: ${phase(merged)}, ${rows} rows, ${Math.round(rows / Math.max(seconds, 0.001))} per second\n`,
      );
    },
    wait: ({ seconds, why }: { seconds: number; why: string }): void =>
      err(`${what}: waiting ${seconds} s (${why})\n`),
  };
}
