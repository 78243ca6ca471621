import { importRoutes } from '../../functions/imports/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import {
  type ImportProvider,
  importProviders,
  type TemplateItem,
} from '../../shared/core/records/imports.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { scan } from '../../shared/domain/templates/scan.ts';
import { freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { type Body, lostBytes, unlike, wholeOf } from '../support/collection-checks.ts';
import { type Collected, collectionOf, served } from '../support/collections.ts';
import { stopReceivers } from '../support/receiver.ts';
import { withProvider } from '../support/stand-in.ts';

afterAll(stopReceivers);

/** `npm run check:collections` names a folder; without it, templates of our own that have each form once. */
const given = process.env.COLLECTIONS;
const folder = given ?? 'test/collections/own';

/** Imports the templates twice through the user's door; what became of each, and what is stored. */
async function importAll(provider: ImportProvider, templates: Collected[]) {
  const { stand, body } = await served[provider](templates);
  const ctx = withProvider(testContext({ runtime: testClock().runtime }), stand.url);
  const { account, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...importRoutes, ...templateRoutes], api_key);
  const run = async () => {
    const items: TemplateItem[] = [];
    for (let cursor: string | null = null, more = true; more; ) {
      const answer = await call('POST', '/migrations', {
        body: { ...body, resources: ['templates'], ...(cursor !== null && { cursor }) },
      });
      expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
      const migration = answer.body.migration as MigrationRecord;
      expect(migration.errors).toEqual([]);
      items.push(...migration.templates.items);
      cursor = migration.next_cursor;
      more = migration.has_more;
    }
    return items;
  };
  const stored = async () => (await ctx.templates.list(account.id, { limit: 1_000, before: null })).entries;
  const items = await run();
  const before = await stored();
  const again = await run();
  expect(again.map(({ reason }) => reason)).toEqual(
    items.map(({ status, reason }) => (status === 'failed' ? reason : 'already_here')),
  );
  expect(await stored()).toEqual(before);
  const bodyOf = async ({ template_id }: TemplateItem) => {
    const answer = await call('GET', `/templates/${template_id}`);
    return answer.body.template as Body & { status: string; category: string };
  };
  return { items, bodyOf };
}

const count = (items: TemplateItem[], of: TemplateItem['status']): string => {
  const some = items.filter(({ status }) => status === of);
  const reasons = Map.groupBy(some, ({ reason }) => reason ?? '');
  const each = [...reasons].map(([reason, { length }]) => (reason === '' ? '' : `${reason} ${length}`));
  return `${of} ${some.length}${each.join('') === '' ? '' : ` (${each.sort().join(', ')})`}`;
};

const reportOf = (provider: string, items: TemplateItem[]): string[] => [
  [
    `${provider}: ${items.length} templates`,
    ...(['imported', 'needs_attention', 'skipped', 'failed'] as const).map((status) => count(items, status)),
  ].join(', '),
  ...items
    .filter(({ status }) => status !== 'imported')
    .map(({ name, reason, notes }) => `  ${name}: ${reason}; ${notes.join('; ')}`),
  ...items
    .filter(({ status, notes }) => status === 'imported' && notes.length > 0)
    .map(({ name, notes }) => `  ${name}: imported; ${notes.join('; ')}`),
];

/** What becomes of our own ones. */
const expected: Record<ImportProvider, string[]> = {
  sendgrid: [
    'sendgrid: 5 templates, imported 1, needs_attention 4 (blocks 1, legacy 1, syntax 1, unsubscribe_link 1), skipped 0, failed 0',
    '  broken: syntax; left_as_written: {{State} {{Zip}}, {{formatDate at "D"}}',
    '  news: unsubscribe_link; unsubscribe_link: <%asm_group_unsubscribe_raw_url%>, <%asm_preferences_url%>',
    '  old: legacy; ',
    '  order: blocks; left_as_written: {{#if vip}}, {{name}}, {{else}}, {{/if}}',
    '  welcome: imported; raw_escaped: user.note; default_kept: user_name = "you"',
    "  rendered as by the provider's engine: 1",
  ],
  postmark: [
    'postmark: 2 templates, imported 1, needs_attention 1 (unsubscribe_link 1), skipped 0, failed 0',
    '  receipt: unsubscribe_link; left_as_written: {{#each lines}}, {{amount}}, {{/each}}; unsubscribe_link: {{{ pm:unsubscribe }}}',
    '  reset: imported; layout_merged: base',
    "  rendered as by the provider's engine: 1",
  ],
  mailgun: [
    'mailgun: 2 templates, imported 1, needs_attention 1 (syntax 1), skipped 0, failed 0',
    '  go: syntax; left_as_written: {{.title}}',
    "  rendered as by the provider's engine: 1",
  ],
};

test.each(importProviders)(
  'M44, M50: every template of a collection of %s comes over whole, and flat ones render as there',
  async (provider) => {
    const templates = collectionOf(folder, provider);
    const { items, bodyOf } = await importAll(provider, templates);
    const own = templates.filter(({ is_layout }) => !is_layout);
    const nameOf = ({ name }: Collected) => (provider === 'mailgun' ? name.toLowerCase() : name);
    expect(items.map(({ name }) => name).sort()).toEqual(own.map(nameOf).sort());
    let compared = 0;
    for (const item of items) {
      if (item.status === 'failed') continue;
      const found = own.find((one) => nameOf(one) === item.name) as Collected;
      const whole = wholeOf(found, templates);
      const source =
        provider === 'mailgun' ? { ...whole, html: whole.html ?? whole.text, text: null } : whole;
      const body = await bodyOf(item);
      const published = item.status === 'imported';
      expect([item.name, body.status]).toEqual([item.name, published ? 'published' : 'draft']);
      expect([item.name, lostBytes(source, body)]).toEqual([item.name, []]);
      if (!published) continue;
      const faults = [body.subject, body.html, body.text].map((text) => scan(text ?? '').fault);
      expect([item.name, faults, unlike(provider, source, body)]).toEqual([
        item.name,
        [null, null, null],
        [],
      ]);
      compared++;
    }
    const report = [...reportOf(provider, items), `  rendered as by the provider's engine: ${compared}`];
    if (given === undefined) expect(report).toEqual(expected[provider]);
    else process.stderr.write(`\n${report.join('\n')}\n`);
  },
  600_000,
);
