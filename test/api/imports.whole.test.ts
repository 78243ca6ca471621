import { readFileSync, writeFileSync } from 'node:fs';
import { type ImportProvider, importProviders } from '../../shared/core/records/imports.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { migrationOf } from '../support/import-account.ts';
import { type ImportWorld, importWorld } from '../support/import-world.ts';
import { difference } from '../support/own-cloud.ts';
import { stopReceivers } from '../support/receiver.ts';

afterAll(stopReceivers);

/** What a report says, with names and ids that each run has others of in words; `IMPORT_REPORTS=1` writes the files anew. */
function expectReport(world: ImportWorld, file: string, csv: string): void {
  const path = `test/support/import-reports/${file}.csv`;
  const plain = csv
    .replaceAll(world.cloud.name, 'CLOUD')
    .replaceAll('\r\n', '\n')
    .replace(/,(dom|wh|tpl)_\w+$/gm, ',$1_ID');
  if (process.env.IMPORT_REPORTS !== undefined) writeFileSync(path, plain);
  expect(plain).toBe(readFileSync(path, 'utf8'));
}

const resources = ['domains', 'webhooks', 'templates', 'suppressions'] as const;

/** What an import that is made now does is what its preview said. */
const foreseen = (migration: MigrationRecord) =>
  resources.slice(0, 3).map((resource) => {
    const { totals, items } = migration[resource as 'domains' | 'webhooks' | 'templates'];
    const statuses = items.map(({ status, reason }) => [
      status === 'needs_attention' || status === 'imported' ? 'would_import' : status,
      reason,
    ]);
    return { totals, statuses };
  });

async function shownLists({ call }: ImportWorld) {
  const { suppressions } = (await call('GET', '/suppressions')).body;
  const { opt_outs } = (await call('GET', '/opt-outs')).body;
  const line = (entry: Record<string, unknown>) =>
    [entry.email, entry.reason ?? entry.category, entry.source, entry.note ?? '', entry.created_at].join(
      ' | ',
    );
  return [suppressions, opt_outs].map((list) => (list as Record<string, unknown>[]).map(line).sort());
}

const provided: Record<ImportProvider, string[][]> = {
  sendgrid: [
    [
      'bounced@gone.example | bounce | import | sendgrid: 550 5.1.1 no such user | 2023-11-14T22:13:20.000Z',
      'complained@gone.example | complaint | import | sendgrid | 2023-11-14T22:13:20.000Z',
      'invalid@gone.example | bounce | import | sendgrid | 2023-11-14T22:13:20.000Z',
      'left@gone.example | unsubscribe | import | sendgrid | 2023-11-14T22:13:20.000Z',
    ],
    ['left-group@gone.example | product |  |  | 2023-11-14T22:13:20.000Z'],
  ],
  postmark: [
    [
      'bounced@gone.example | bounce | import | postmark | 2024-12-17T13:58:33.000Z',
      'complained@gone.example | complaint | import | postmark | 2024-12-17T13:58:33.000Z',
      'left@gone.example | unsubscribe | import | postmark | 2024-12-17T13:58:33.000Z',
      'removed@gone.example | manual | import | postmark | 2024-12-17T13:58:33.000Z',
    ],
    ['left-group@gone.example | product |  |  | 2024-12-17T13:58:33.000Z'],
  ],
  mailgun: [
    [
      'bounced@gone.example | bounce | import | mailgun: No such mailbox | 2025-12-11T01:49:40.000Z',
      'complained@gone.example | complaint | import | mailgun | 2025-12-11T01:49:40.000Z',
      'left@gone.example | unsubscribe | import | mailgun | 2025-12-11T01:49:40.000Z',
    ],
    ['left-group@gone.example | product |  |  | 2025-12-11T01:49:40.000Z'],
  ],
};

/** Keys that differ between two inventories, but for what any request leaves: the account's rate, and when its key was used. */
const changed = (world: ImportWorld, ...inventories: Parameters<typeof difference>) =>
  difference(...inventories)
    .map((key) => key.replaceAll(world.account.id, 'acc_ID').replace(/mig_\w+/g, 'mig_ID'))
    .filter((key) => key !== 'RATE#acc_ID other' && !key.startsWith('KEY#'));

test.each(importProviders)(
  'the whole account of %s, previewed, imported, and imported again [M18, M22, M28, M30]',
  async (name) => {
    const world = await importWorld(name);
    const { cloud, call, run } = world;
    const empty = await cloud.inventory();

    const [preview] = (await run({ dry_run: true })) as [MigrationRecord];
    const previewed = await cloud.inventory();
    expect(changed(world, empty, previewed)).toEqual(['RATE#acc_ID imports']);

    const answers = await run();
    const [first] = answers as [MigrationRecord];
    const imported = await cloud.inventory();
    expect(foreseen(first)).toEqual(foreseen(preview));
    expect(first.suppressions).toEqual(preview.suppressions);
    expect(first).toMatchObject({ status: 'partial', errors: [] });
    expect(await shownLists(world)).toEqual(provided[name]);
    const merged = migrationOf(await call('GET', `/migrations/${first.id}`));
    const withoutSecrets = first.webhooks.items.map((item) => ({ ...item, secret: null }));
    expect(merged).toEqual({ ...first, webhooks: { ...first.webhooks, items: withoutSecrets } });
    const secrets = first.webhooks.items.map(({ secret }) => secret).filter((secret) => secret !== null);
    expect(secrets).toHaveLength(first.webhooks.totals.imported);
    expectReport(world, name, (await call('GET', `/migrations/${first.id}/report`)).text);
    expect(Object.keys(imported.objects).filter((key) => key.startsWith('import-rows/'))).toEqual([]);
    expect(Object.keys(imported.objects).some((key) => key.startsWith('templates/'))).toBe(true);
    // One task for each domain waits for its worker.
    expect(imported.messages).toBe(first.domains.totals.imported);

    const [again] = (await run()) as [MigrationRecord];
    for (const resource of resources) {
      const { totals } = again[resource];
      expect([resource, totals.imported, totals.found]).toEqual([resource, 0, first[resource].totals.found]);
    }
    expect(again.suppressions.totals.already_suppressed).toBe(
      first.suppressions.totals.imported + (first.suppressions.skipped_reasons.duplicate ?? 0),
    );
    expect(again.template_map).toEqual(first.template_map);
    expectReport(world, `${name}.again`, (await call('GET', `/migrations/${again.id}/report`)).text);
    const after = changed(world, imported, await cloud.inventory());
    expect(after).toEqual(['ACC#acc_ID MIG#mig_ID', 'MIG#mig_ID PART#000000', 'RATE#acc_ID imports']);
    await cloud.drop();
  },
  60_000,
);
