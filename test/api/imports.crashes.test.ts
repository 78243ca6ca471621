import { createHash } from 'node:crypto';
import { importRoutes } from '../../functions/imports/routes.ts';
import { templateRoutes } from '../../functions/templates/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { List } from '../../shared/core/records/lists.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { objectsOf } from '../compat/table.ts';
import { type Answer, freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { importProcess, stopImportProcesses } from '../support/import-process.ts';
import { indexesCaughtUp } from '../support/lag.ts';
import { stopReceivers } from '../support/receiver.ts';
import { chances } from '../support/run-chaos.ts';
import { fakeSendgrid, providerKey, type Row } from '../support/sendgrid.ts';
import { until } from '../support/until.ts';

afterEach(stopImportProcesses);
afterAll(stopReceivers);

/** `npm run soak:import-kills`: 100,000 rows and 20 kills. */
const rows = Number(process.env.KILLED_ROWS ?? 400);
const kills = Number(process.env.IMPORT_CRASHES ?? 2);
const asked = process.env.KILLED_ROWS !== undefined;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const slice_s = asked ? 4 : 1;

const migrationOf = ({ body }: Answer) => body.migration as MigrationRecord;

const list = (share: number, from: number, more: (i: number) => Row): Row[] =>
  Array.from({ length: Math.ceil(rows * share) }, (_, i) => ({
    created: 1_700_000_000 - i,
    email: `r${Math.floor(rows * from) + i}@gone.example`,
    ...more(i),
  }));

const reasons = ['550 5.1.1 no such user', '452 4.2.2 over quota', '550 blocked using zen.spamhaus.org'];

/** SendGrid with rows of every kind in every list, many of them in two, and with templates and endpoints. */
async function account() {
  const provider = await fakeSendgrid();
  provider.rows['suppression/spam_reports'] = list(0.1, 0, () => ({}));
  provider.rows['suppression/bounces'] = list(0.5, 0.05, (i) => ({ reason: reasons[(i % 20) % 3] }));
  provider.rows['suppression/unsubscribes'] = list(0.15, 0.5, () => ({}));
  provider.rows['asm/suppressions'] = list(0.2, 0.4, (i) => ({
    group_id: 1 + (i % 2),
    created_at: 1_600_000_000,
  }));
  provider.rows['suppression/blocks'] = list(0.05, 0, () => ({}));
  provider.webhooks.push(
    ...['one', 'two'].map((name) => ({ url: `https://192.0.43.10/${name}`, enabled: true, bounce: true })),
  );
  provider.templates.push(
    ...['d-1', 'd-2'].map((id) => ({
      id,
      name: `Template ${id}`,
      generation: 'dynamic',
      versions: [
        { id: `v${id}`, active: 1, subject: 'S', html_content: `<p>{{a.b}} ${id}</p>`, plain_content: '' },
      ],
    })),
  );
  return provider;
}

type Provider = Awaited<ReturnType<typeof account>>;

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** A random moment of the time of some requests; in the small form the next call of the provider, or a little later. */
async function moment({ hooks }: Provider, later_ms: number): Promise<'kill'> {
  if (!asked)
    await new Promise<void>((done) => {
      hooks.before = () => done();
    });
  if (later_ms > 0) await wait(later_ms);
  return 'kill';
}

async function everyEntry(ctx: Context, of: List): Promise<string[]> {
  await indexesCaughtUp();
  const lines: string[] = [];
  const line = ({ id: _, import: mark, ...entry }: { id: string; import?: string }) =>
    lines.push(JSON.stringify({ ...entry, tenant: null, mark: mark?.split('/').slice(1) }));
  for (let before: string | null = null; ; ) {
    const page = await ctx.suppressions.list(of, { limit: 1000, before });
    page.entries.forEach(line);
    before = page.next;
    if (before === null) break;
  }
  for (let before: string | null = null; ; ) {
    const page = await ctx.opt_outs.list(of, { limit: 1000, before });
    page.entries.forEach(line);
    before = page.next;
    if (before === null) break;
  }
  return lines.sort();
}

async function setUp(provider: Provider) {
  const { url } = provider;
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { account: of, api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...importRoutes, ...webhookRoutes, ...templateRoutes], api_key);
  const fn = await importProcess({ url, api_key, slice_s });
  const resources = ['webhooks', 'templates', 'suppressions'];
  const body = { provider: 'sendgrid', api_key: providerKey, resources };
  /** Asked again while the table has no time on a busy machine. */
  const get = (path: string) =>
    until(
      async () => {
        const answer = await call('GET', path);
        if (answer.status === 200) return answer;
        if (answer.status !== 503) throw new Error(answer.text);
        return null;
      },
      { within_ms: 120_000, what: path },
    );
  /** What is here at the end, without what differs in each run: ids, moments, secrets that nobody saw. */
  const standing = async (id: string) => {
    // Behind the clock of every process that was killed: rates count by it.
    clock.advance(3_600_000);
    const { webhooks, ...migration } = migrationOf(await get(`/migrations/${id}`));
    const csv = await get(`/migrations/${id}/report`);
    const { body: hooks } = await get('/webhooks');
    const { body: listed } = await get('/templates');
    // Made in one import they are of one moment, and have no order of their own.
    const templates = (listed.templates as { name: string }[]).sort((a, b) => (a.name < b.name ? -1 : 1));
    const text = JSON.stringify({
      migration: { ...migration, agent_prompt: '', code_changes: [] },
      webhooks: { ...webhooks, items: webhooks.items.map((item) => ({ ...item, message: null })) },
      csv: csv.text.replaceAll('its secret was lost: rotate it', ''),
      hooks,
      templates,
      objects: Object.keys(await objectsOf(of.id)).filter((name) => !name.startsWith('imports/')).length,
    });
    const same = text.replace(/(mig|wh|tpl|acc)_\w+/g, '$1_').replace(/"\d{4}-\d\d-\d\dT[^"]+"/g, '"AT"');
    return { same: JSON.parse(same), entries: await everyEntry(ctx, { account: of.id, tenant: null }) };
  };
  return { provider, fn, body, standing };
}

/** An import to its end; each kill comes at a random moment of a request or between two. */
async function run({ provider, fn, body }: Awaited<ReturnType<typeof setUp>>, times: number) {
  const { below } = chances(seed);
  // So that there is a cursor before the lists begin, however fast the machine is.
  const reply = { status: 429, headers: { 'retry-after': String(slice_s) } };
  provider.faults.splice(0, provider.faults.length, { when: /spam_reports/, reply, times: 1 });
  let { migration } = await fn.post(body);
  let killed = 0;
  let requests = 1;
  while (migration.has_more) {
    await wait(1000 * (migration.retry_after_seconds ?? 0));
    const posted = fn.post({ ...body, cursor: migration.next_cursor }).catch(() => null);
    if (killed < times) {
      const first = await Promise.race([
        posted,
        moment(provider, killed === 0 && !asked ? 0 : below(asked ? slice_s * 1250 : 40)),
      ]);
      if (first === 'kill') {
        await fn.kill();
        killed++;
      }
    }
    const answer = await posted;
    requests++;
    // Killed, or the table has no time on a busy machine: the same request again.
    if (answer === null || (asked && answer.status === 503)) continue;
    if (answer.status !== 200) throw new Error(answer.text);
    migration = answer.migration;
  }
  await fn.close();
  return { id: migration.id as string, killed, requests };
}

const digest = (lines: string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

test(`M17: kill -9 at random moments of an import changes nothing of what is stored and reported (seed ${seed})`, async () => {
  const provider = await account();
  const whole = await setUp(provider);
  const undisturbed = await whole.standing((await run(whole, 0)).id);
  expect(undisturbed.same.migration.suppressions.totals.imported).toBeGreaterThan(rows * 0.5);
  const world = await setUp(provider);
  const begun = performance.now();
  const { id, killed, requests } = await run(world, kills);
  const seconds = Math.round((performance.now() - begun) / 1000);
  if (asked) process.stderr.write(`${JSON.stringify({ rows, seed, killed, requests, seconds })}\n`);
  // Of the small form the first comes for sure: the request waits for the provider.
  expect(killed).toBeGreaterThanOrEqual(asked ? kills : 1);
  const found = await world.standing(id);
  expect(found.same).toEqual(undisturbed.same);
  if (digest(found.entries) === digest(undisturbed.entries)) return;
  const other = new Set(undisturbed.entries);
  expect(found.entries.filter((line) => !other.has(line)).slice(0, 10)).toEqual([]);
  expect(found.entries.length).toBe(undisturbed.entries.length);
}, 7_200_000);
