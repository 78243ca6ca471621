import { randomInt } from 'node:crypto';
import { type ImportProvider, importProviders } from '../../shared/core/records/imports.ts';
import { migrationOf } from '../support/import-account.ts';
import { type ImportWorld, importWorld, searchable } from '../support/import-world.ts';
import { type Death, mortal, passing, writesArePassing } from '../support/mortal.ts';
import type { Inventory } from '../support/own-cloud.ts';
import { stopReceivers } from '../support/receiver.ts';
import { sortedJson } from '../support/sorted-json.ts';

beforeAll(writesArePassing);
afterAll(stopReceivers);

/** `npm run check -- soak:import-boundaries`: every boundary of every provider, or of the one that is named, and the table of them. */
const { IMPORT_KILLS: asked } = process.env;
const all = asked !== undefined;
const seed = Number(process.env.IMPORT_KILLS_SEED ?? randomInt(1_000));
const every = 24;

/** A moment of this run, in whatever form: not one that the provider gave. */
const isNow = (moment: number) => Math.abs(moment - Date.now()) < 86_400_000;

/** What differs between two runs that do the same: ids, moments, and what was drawn by chance. */
const alike = (text: string, { cloud }: ImportWorld): string =>
  text
    .replaceAll(cloud.name, 'CLOUD')
    .replaceAll('"the secret was lost: rotate it"', 'null')
    .replaceAll('the secret was lost: rotate it', '')
    .replace(/\b(acc|mig|dom|wh|tpl|sup|opt|req)_[0-9a-z]{26}/g, '$1_ID')
    .replace(/\b01[0-9a-z]{24}\b/g, 'ULID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (text) => (isNow(Date.parse(text)) ? 'NOW' : text))
    .replace(/\b\d{13}\b/g, (text) => (isNow(Number(text)) ? 'NOW' : text))
    .replace(/DTASK#\d+#\d+/g, 'DTASK')
    .replace(/(LIST#acc_ID(?:#OPT)?)#\d+/g, '$1')
    .replace(/"(salt|ttl)":\{"[NS]":"\w+"\}/g, '$1')
    .replace(/\b(sendgrid|postmark|mailgun)\/[\w-]{22}/g, '$1/SOURCE')
    .replace(/service-verification=\w+/g, 'PROOF')
    .replace(/svc-\w{6}/g, 'SELECTOR')
    .replace(/\{"B":"[^"]*"\}/g, 'BYTES')
    .replace(/MIIB[\w+/=]+/g, 'PUBLIC_KEY')
    .replace(/\bwhsec_[\w+/=-]+/g, 'SECRET')
    .replace(/\b(own\.\d+|kms)\.[\w.-]+/g, 'SEALED');

/** What every request changes: how fast requests come, and when its key was used. */
const ofRequests = (key: string) => /^(RATE|KEY)#/.test(key);

/** Whether the import was recorded as done: spooled rows that it did not remove go after a day (M60). */
const isRecorded = ({ phase, names = [] }: Death): boolean =>
  /^DeleteObject import-rows/.test(names.at(-1) ?? '') ||
  (phase === 'after' && /^PutItem ACC#\S+ MIG#/.test(names.at(-1) ?? ''));

/** What an import leaves behind: every item and object that was not there before, or was another one. */
function standing(world: ImportWorld, before: Inventory, after: Inventory, death: Death): string[] {
  const made = <Value>(old: Record<string, Value>, now: Record<string, Value>) =>
    Object.fromEntries(
      Object.entries(now).filter(
        ([key, value]) => !ofRequests(key) && sortedJson(old[key]) !== sortedJson(value),
      ),
    );
  const items = made(before.items, after.items);
  const objects = Object.fromEntries(
    Object.entries(made(before.objects, after.objects)).filter(
      ([key]) => !isRecorded(death) || !key.startsWith('import-rows/'),
    ),
  );
  const text = searchable({ items, objects, messages: 0 });
  return alike(text, world).split('\n').sort();
}

/** What the account's owner sees at the end; entries of one moment have no order of their own. */
async function seen(world: ImportWorld, id: string): Promise<string[]> {
  const { call } = world;
  const reports = ['', '/report', '/report?format=json'].map((rest) => `/migrations/${id}${rest}`);
  const texts: string[] = [];
  for (const path of reports) {
    const { text } = await call('GET', path);
    texts.push(text.startsWith('{') ? sortedJson(JSON.parse(text)) : text);
  }
  for (const list of ['webhooks', 'domains', 'templates', 'suppressions', 'opt_outs']) {
    const { body } = await call('GET', `/${list.replace('_', '-')}`);
    texts.push(...(body[list] as object[]).map((entry) => `${list} ${sortedJson(entry)}`).sort());
  }
  return texts.map((text) => alike(text, world)).sort();
}

const otherLines = (wanted: string[], found: string[]): string[] => [
  ...wanted.filter((line) => !found.includes(line)).map((line) => `- ${line}`),
  ...found.filter((line) => !wanted.includes(line)).map((line) => `+ ${line}`),
  ...(wanted.length === found.length ? [] : [`${wanted.length} lines, and ${found.length}`]),
];

/** One import; with a death its first request dies there, and another one repeats it. */
async function imported(provider: ImportProvider, death: Death) {
  const world = await importWorld(provider);
  const { ctx, clock, cloud, stand, post, run } = world;
  const { get, stream } = ctx.providers;
  ctx.providers = {
    get: (request) => passing(() => get(request), `GET ${request.path}`),
    stream: (request, ...rest) => passing(() => stream(request, ...rest), `GET ${request.path}`),
  };
  // Nothing is published for these names; an answer that is late on a busy machine would be another plan (M35).
  ctx.dns = { ...ctx.dns, ask: async () => [] };
  // The first request ends behind its key check, so that there is a cursor.
  stand.hooks.before = () => clock.advance(26_000);
  const first = migrationOf(await post());
  stand.hooks.before = () => {};
  const before = await cloud.inventory();
  const cursor = first.next_cursor;
  const died = (await mortal(() => post({ cursor }), death)) === null;
  if (died) {
    clock.advance(60_000);
    await run({}, cursor);
  }
  const kept = standing(world, before, await cloud.inventory(), death);
  const shown = await seen(world, String(first.id));
  await cloud.drop();
  return { died, kept, shown };
}

const providers = all
  ? importProviders.filter((name) => asked === '1' || asked === name)
  : [importProviders[seed % 3] as ImportProvider];

describe.each(providers)('%s', (provider) => {
  test('killed before and after each call and each write, an import comes to the same things and reports [M17]', async () => {
    const names: string[] = [];
    const wanted = await imported(provider, { call: Number.POSITIVE_INFINITY, phase: 'before', names });
    expect(names.length).toBeGreaterThan(40);
    if (all) process.stderr.write(`${names.map((name, i) => `${provider} ${i + 1} ${name}`).join('\n')}\n`);
    const faults: string[] = [];
    // Behind the body of a template that no template has yet, whatever the seed is.
    const body = 2 * names.findIndex((name) => name.startsWith('PutObject templates/')) + 1;
    const boundaries = names.flatMap((_, i) => [2 * i, 2 * i + 1]);
    for (const at of boundaries.filter((one) => all || one === body || one % every === seed % every)) {
      const death: Death = { call: 1 + (at >> 1), phase: at % 2 === 0 ? 'before' : 'after', names: [] };
      const found = await imported(provider, death);
      const other = [...otherLines(wanted.kept, found.kept), ...otherLines(wanted.shown, found.shown)];
      const where = `seed ${seed}: ${death.phase} ${death.call} ${death.names?.at(-1)}`;
      // Whether the use of a key is noted depends on the minute: one run may have a call less than another.
      const reached = (death.names?.length ?? 0) >= death.call;
      if (reached !== found.died || other.length > 0)
        faults.push([where, `died: ${found.died}`, ...other].join('\n'));
    }
    expect(faults).toEqual([]);
  }, 7_200_000);
});
