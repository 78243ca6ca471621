import type { Migration } from './migration.ts';

type Totals = Record<string, number>;

function sum<T extends Totals>(one: T, other: T): T {
  return Object.fromEntries(Object.entries(one).map(([name, n]) => [name, n + (other[name] ?? 0)])) as T;
}

const joined = <Part extends { totals: Totals; items: unknown[] }>(one: Part, other: Part): Part => ({
  ...one,
  totals: sum(one.totals, other.totals),
  items: [...one.items, ...other.items],
});

/** Merges two consecutive responses of one import, as GET does. */
export function mergeAnswers(one: Migration | null, next: Migration): Migration {
  if (one === null) return next;
  const { totals, skipped_reasons, estimated } = next.suppressions;
  const reasons = { ...one.suppressions.skipped_reasons };
  for (const [name, n] of Object.entries(skipped_reasons)) reasons[name] = (reasons[name] ?? 0) + n;
  return {
    ...next,
    domains: joined(one.domains, next.domains),
    webhooks: joined(one.webhooks, next.webhooks),
    templates: joined(one.templates, next.templates),
    suppressions: {
      totals: sum(one.suppressions.totals, totals),
      skipped_reasons: reasons,
      estimated: one.suppressions.estimated || estimated,
    },
    errors: [...one.errors, ...next.errors],
    attention: [...one.attention, ...next.attention],
  };
}

/** The secrets of new webhooks. Only the response that created the webhooks includes them. */
export function secretsOf({ webhooks }: Migration): Record<string, string> {
  return Object.fromEntries(
    webhooks.items.flatMap(({ webhook_id, secret }) =>
      webhook_id !== null && secret !== null ? [[webhook_id, secret]] : [],
    ),
  );
}

/** Endpoints created with a secret, including those beyond the end of a truncated list. */
export function withMade(of: Migration, made: Migration['webhooks']['items']): Migration {
  const there = new Set(of.webhooks.items.map(({ webhook_id }) => webhook_id));
  const others = made.filter(({ webhook_id, secret }) => secret !== null && !there.has(webhook_id));
  return { ...of, webhooks: { ...of.webhooks, items: [...of.webhooks.items, ...others] } };
}

export function withSecrets(of: Migration, secrets: Record<string, string>): Migration {
  const items = of.webhooks.items.map((item) => {
    const secret = secrets[item.webhook_id ?? ''];
    return secret === undefined ? item : { ...item, secret };
  });
  return { ...of, webhooks: { ...of.webhooks, items } };
}
