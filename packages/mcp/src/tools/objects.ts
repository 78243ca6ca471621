import { z } from 'zod';
import * as shape from '../shapes.ts';
import { showSuppression } from '../show.ts';
import { tool } from '../tool.ts';

export const listSuppressions = tool({
  name: 'list_suppressions',
  title: 'List suppressions',
  description: 'Lists suppressed addresses, newest first. Suppressed addresses receive no mail.',
  needs: ['suppressions'],
  input: z.strictObject({
    reason: z.enum(['bounce', 'complaint', 'unsubscribe', 'manual']).optional(),
    ...shape.page,
  }),
  output: z.object({ suppressions: z.array(shape.suppression), ...shape.next }),
  run: async ({ client, fence }, { limit, ...query }) => {
    const { items, next_cursor } = await client.suppressions.list({ ...query, limit: String(limit) });
    return { suppressions: items.map((one) => showSuppression(fence, one)), next_cursor };
  },
});

const domain = shape.pick('Domain', 'id name status sending_enabled inbound_enabled last_checked_at');

const record = shape
  .pick('DomainRecord', 'purpose type host value status required')
  .extend({ note: shape.maybe.describe('What is wrong with the record') });

export const listDomains = tool({
  name: 'list_domains',
  title: 'List domains',
  description: 'Lists the account’s domains for sending and receiving, with their status.',
  needs: ['domains'],
  input: z.strictObject({
    status: z.enum(['pending', 'verified', 'failing', 'failed']).optional(),
    ...shape.page,
  }),
  output: z.object({ domains: z.array(domain), ...shape.next }),
  run: async ({ client, fence }, { limit, ...query }) => {
    const { items, next_cursor } = await client.domains.list({ ...query, limit: String(limit) });
    const domains = items.map((one) => domain.parse({ ...one, name: fence.words(one.name) }));
    return { domains, next_cursor };
  },
});

export const getDomain = tool({
  name: 'get_domain',
  title: 'Get a domain',
  description: 'Returns one domain with its DNS records, and any problems with them.',
  needs: ['domains'],
  input: z.strictObject({ domain: shape.id.describe('Domain name or id') }),
  output: z.object({ domain, records: z.array(record) }),
  run: async ({ client, fence }, { domain: asked }) => {
    const { records, ...found } = await client.domains.get(asked);
    return {
      domain: domain.parse({ ...found, name: fence.words(found.name) }),
      records: records.map((one) =>
        record.parse({ ...one, host: fence.words(one.host), note: fence.words(one.note) }),
      ),
    };
  },
});

const failure = z.object({
  webhook_id: shape.text,
  url: shape.text,
  delivery_id: shape.text,
  ...shape.pick(
    'WebhookDeliveryListed',
    'event_id event_type attempts created_at last_status_code last_error',
  ).shape,
});

export const listWebhookFailures = tool({
  name: 'list_webhook_failures',
  title: 'List failed webhook deliveries',
  description:
    'Lists failed deliveries for one webhook endpoint, or for the 10 newest endpoints. Also lists automatically disabled endpoints, with the reason for each.',
  needs: ['webhooks'],
  input: z.strictObject({ webhook_id: shape.id.optional().describe('wh_…'), limit: shape.limit }),
  output: z.object({
    disabled: z.array(z.object({ webhook_id: shape.text, url: shape.text, reason: shape.text })),
    failures: z.array(failure),
  }),
  run: async ({ client, fence }, { webhook_id, limit }) => {
    const webhooks =
      webhook_id === undefined
        ? (await client.webhooks.list({ limit: '10' })).items
        : [await client.webhooks.get(webhook_id)];
    const failures = await Promise.all(
      webhooks.map(async ({ id, url }) => {
        const query = { status: 'failed', limit: String(limit) } as const;
        const { items, has_more } = await client.webhooks.deliveries.list(id, query);
        const shown = items.map((one) =>
          failure.parse({
            ...one,
            webhook_id: id,
            url: fence.words(url),
            delivery_id: one.id,
            last_error: fence.words(one.last_error),
          }),
        );
        return { shown, has_more };
      }),
    );
    const newest = failures
      .flatMap(({ shown }) => shown)
      .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    // Without a reason, its owner disabled it.
    const disabled = webhooks.flatMap(({ id, url, disabled_reason: reason }) =>
      reason === null ? [] : [{ webhook_id: id, url: fence.words(url), reason }],
    );
    const more = newest.length > limit || failures.some(({ has_more }) => has_more);
    return { disabled, failures: newest.slice(0, limit), ...shape.cut(more) };
  },
});

export const getAccount = tool({
  name: 'get_account',
  title: 'Get the account',
  description: 'Returns the plan, limits, and usage of this API key’s account.',
  needs: ['account'],
  input: z.strictObject({}),
  output: z.object({
    id: shape.text,
    name: shape.text,
    plan: shape.text,
    production_unlocked: z.boolean(),
    limits: z.record(z.string(), z.unknown()),
    usage: z.record(z.string(), z.unknown()),
  }),
  run: async ({ client, fence }) => {
    const { id, name, plan, production_unlocked, limits, usage } = await client.account.get();
    return { id, name: fence.words(name), plan, production_unlocked, limits, usage };
  },
});

const found = z.object({ title: shape.text, page: shape.text, path: shape.text, about: shape.text });

export const searchDocs = tool({
  name: 'search_docs',
  title: 'Search the documentation',
  description: "Searches this deployment's documentation and returns the best matches first.",
  needs: [],
  input: z.strictObject({ words: z.string().min(1).max(100).describe('Words to search for') }),
  output: z.object({ sections: z.array(found) }),
  run: async ({ page }, { words }) => {
    const answer = await page(`/docs/search.json?q=${encodeURIComponent(words)}`);
    const { sections } = answer as { sections: { id: string; title: string; page: string; about: string }[] };
    return {
      sections: sections.map(({ id, title, page: of, about }) => ({ title, page: of, path: id, about })),
    };
  },
});
