import { timestamp } from '../../shared/core/runtime.ts';
import type { Route } from '../../shared/http/route.ts';
import { type Answer, freshAccount, inProcess } from '../support/api.ts';
import { captured } from '../support/captured.ts';
import { inboundDomain } from '../support/inbound.ts';
import { receivedContent, receivedEmail } from '../support/received.ts';
import { each, keyed, routes } from '../support/routes.ts';
import { makeSample, sampledAt } from '../support/samples.ts';
import { storedImport } from '../support/sendgrid.ts';

type Row = { id: string };

const { ctx, clock } = captured();
const ahead = (s: number) => new Date(clock.runtime.now() + s * 1000).toISOString();

/** An account, and what its lists are filled with. */
async function listAccount() {
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, routes, api_key);
  const ok = async (method: string, path: string, body: object): Promise<Record<string, Row>> => {
    const answer = await call(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body as Record<string, Row>;
  };
  const idOf = async (path: string, body: object): Promise<string> => {
    const made = await ok('POST', path, body);
    return (made as unknown as Row).id ?? Object.values(made)[0]?.id;
  };
  const inbound = await inboundDomain(ctx, account.id);
  const email = { from: `a@${domain}`, to: 'ada@x.example', subject: 's', text: 't', tags: { kind: 'x' } };
  return { account, call, ok, idOf, inbound, email };
}
type World = Awaited<ReturnType<typeof listAccount>>;

/** How a list gets another row; what its path names; a filter that all its rows pass, where it has filters. */
type Fill = { add: (i: number) => Promise<unknown>; within?: string; filter?: string };

/** How lists are filled that are not filled by the sample of their resource: a new one joins here or fails. */
const fills: Record<string, (world: World) => Fill | Promise<Fill>> = {
  '/emails': ({ idOf, email }) => ({ add: () => idOf('/emails', email), filter: 'tag=kind' }),
  '/emails/{id}/events': async ({ ok, idOf, email }) => {
    const within = await idOf('/emails', { ...email, scheduled_at: ahead(3600) });
    return { within, add: (i) => ok('PATCH', `/emails/${within}`, { scheduled_at: ahead(7200 + i) }) };
  },
  '/templates': ({ idOf }) => ({
    add: (i) => idOf('/templates', { name: `t${i}`, subject: 's', text: 't' }),
    filter: 'status=draft',
  }),
  '/automations': ({ idOf }) => ({
    add: (i) => idOf('/automations', { name: `n${i}`, trigger: { event: 'never' }, steps: [wait] }),
    filter: 'status=draft',
  }),
  '/automations/{id}/runs': async ({ ok, idOf }) => {
    const within = await idOf('/automations', { name: 'x', trigger: { event: 'signup' }, steps: [wait] });
    await ok('POST', `/automations/${within}`, { action: 'activate' });
    const add = (i: number) => ok('POST', '/events', { name: 'signup', email: `r${i}@x.example` });
    return { within, add, filter: 'status=waiting' };
  },
  '/webhooks/{id}/deliveries': async ({ ok, idOf }) => {
    const within = await idOf('/webhooks', { url });
    return {
      within,
      add: () => ok('POST', '/emails/test', { event: 'email.sent', deliver: true }),
      filter: 'status=pending',
    };
  },
  '/suppressions': ({ idOf }) => ({
    add: (i) => idOf('/suppressions', { email: `s${i}@x.example`, reason: 'bounce' }),
    filter: 'reason=bounce',
  }),
  '/opt-outs': ({ account }) => ({
    add: (i) =>
      ctx.opt_outs.create(
        { account: account.id, tenant: null },
        {
          id: ctx.runtime.id('opt'),
          email: `o${i}@x.example`,
          category: 'product',
          tenant: null,
          email_id: null,
          source: 'link',
          created_at: timestamp(clock.runtime.now()),
        },
      ),
    filter: 'category=product',
  }),
  '/domains': ({ account, idOf }) => ({
    add: (i) => idOf('/domains', { name: `d${i}.${account.id.slice(4)}.example.com` }),
    filter: 'status=pending',
  }),
  '/migrations': ({ account }) => ({ add: () => storedImport(ctx, account.id) }),
  '/tenants': ({ idOf }) => ({
    add: (i) => idOf('/tenants', { external_id: `t${i}` }),
    filter: 'status=active',
  }),
  '/tenants/{tenant}/domains': async ({ account, ok, idOf }) => {
    await ok('POST', '/tenants', { external_id: 'acme' });
    const add = async (i: number) => {
      const domain = await idOf('/domains', { name: `t${i}.${account.id.slice(4)}.example.com` });
      await ok('POST', '/tenants/acme/domains', { domain });
    };
    return { within: 'acme', add, filter: 'status=pending' };
  },
  '/received-emails': ({ account, inbound }) => ({
    add: () => {
      const id = ctx.runtime.id('inb');
      const at = timestamp(clock.runtime.now());
      const rcpt_to = [`a@${inbound}`];
      return ctx.received.create(
        receivedEmail({ account: account.id, id, rcpt_to, received_at: at, recorded_at: at }),
        receivedContent,
        [],
      );
    },
    filter: 'domain={inbound}',
  }),
  '/inbound-routes': ({ idOf, inbound }) => ({
    add: (i) => idOf('/inbound-routes', { match: `a${i}@${inbound}`, action: 'refuse' }),
    filter: 'domain={inbound}',
  }),
};
const wait = { type: 'delay', seconds: 60 };
const url = 'https://receiver.invalid/hook';

const lists = keyed.filter(
  ({ query }) => query !== undefined && 'shape' in query && 'cursor' in (query.shape as object),
);

async function fillOf({ path }: Route, world: World): Promise<Fill> {
  const resource = sampledAt(path);
  const fill = await fills[path]?.(world);
  if (fill !== undefined) return fill;
  if (resource?.path !== path) throw new Error(`How is ${path} filled?`);
  return { add: (i) => makeSample(world.call, resource, `n${i}`) };
}

/** A list with five rows more than a fresh account has. */
async function filled(route: Route) {
  const world = await listAccount();
  const made = await fillOf(route, world);
  for (let i = 0; i < 5; i++) {
    clock.advance(5);
    await made.add(i);
  }
  const path = route.path.replace(/\{\w+\}/, made.within ?? '');
  const filter = made.filter?.replace('{inbound}', world.inbound) ?? null;
  return { ...world, path, filter, get: (query: string) => world.call('GET', `${path}?${query}`) };
}

const worlds = new Map<Route, ReturnType<typeof filled>>();
const worldOf = (route: Route) => {
  const world = worlds.get(route) ?? filled(route);
  worlds.set(route, world);
  return world;
};

const rowsOf = ({ status, body }: Answer): Row[] => {
  const rows = Object.values(body).find(Array.isArray);
  expect([status, body.has_more]).toEqual([200, body.next_cursor !== null]);
  return rows as Row[];
};

async function pages(get: (query: string) => Promise<Answer>, query: string): Promise<Row[][]> {
  const found: Row[][] = [];
  for (let cursor: unknown = ''; cursor !== null; ) {
    const answer = await get(`${query}${cursor && `&cursor=${cursor}`}`);
    found.push(rowsOf(answer));
    cursor = answer.body.next_cursor;
  }
  return found;
}

const refused = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details?.issues];
const refusal = (path: string) => [400, 'validation_error', [expect.objectContaining({ path })]];

test.each(each(lists))(
  '%s is newest first in pages of any size, with and without a filter [C5]',
  async (_n, route) => {
    const { get, filter } = await worldOf(route);
    const all = rowsOf(await get('limit=25'));
    expect(all.length).toBeGreaterThanOrEqual(5);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const times = all.map((row) => (row as { created_at?: string }).created_at ?? '');
    expect(times).toEqual([...times].sort().reverse());
    for (const limit of [1, 2, all.length - 1, all.length]) {
      const found = await pages(get, `limit=${limit}`);
      expect(found.flat()).toEqual(all);
      // After a page that is just full nothing is promised.
      expect(found.map((page) => page.length)).toEqual(
        Array.from({ length: Math.ceil(all.length / limit) }, (_, i) =>
          Math.min(limit, all.length - i * limit),
        ),
      );
    }
    if (filter === null) return;
    const some = rowsOf(await get(`limit=25&${filter}`));
    expect(some.length).toBeGreaterThanOrEqual(5);
    expect((await pages(get, `limit=2&${filter}`)).flat()).toEqual(some);
  },
);

test.each(each(lists))('%s refuses a limit or cursor of another form [C5]', async (_n, route) => {
  const { get } = await worldOf(route);
  for (const limit of ['0', '101', '-1', '1.5', 'x', '', '1e1'])
    expect([limit, ...refused(await get(`limit=${limit}`))]).toEqual([limit, ...refusal('limit')]);
  for (const cursor of ['', 'abc', `${'A'.repeat(3000)}`, '%00', 'e30'])
    expect([cursor, ...refused(await get(`cursor=${cursor}`))]).toEqual([cursor, ...refusal('cursor')]);
});

test.each(each(lists))('a cursor of %s is worth nothing elsewhere [C5]', async (_n, route) => {
  const { call, get, filter, path } = await worldOf(route);
  const { next_cursor: cursor } = (await get('limit=1')).body;
  expect(cursor).toEqual(expect.any(String));
  // The limit may change.
  expect((await get(`limit=3&cursor=${cursor}`)).status).toBe(200);
  const other = path === '/webhooks' ? '/templates' : '/webhooks';
  const stranger = await filled(route);
  const wrong = [await call('GET', `${other}?cursor=${cursor}`), await stranger.get(`cursor=${cursor}`)];
  if (filter !== null) wrong.push(await get(`${filter}&cursor=${cursor}`));
  for (const answer of wrong) expect(refused(answer)).toEqual(refusal('cursor'));
});

test('every cursor is worth nothing after 24 hours [C5]', async () => {
  const cursors: [Route, unknown][] = [];
  for (const route of lists) {
    const { get } = await worldOf(route);
    cursors.push([route, (await get('limit=1')).body.next_cursor]);
  }
  for (const [later, expected] of [
    [86_400_000 - 60_000, 200],
    [61_000, 400],
  ] as const) {
    clock.advance(later);
    for (const [route, cursor] of cursors)
      expect([route.path, (await (await worldOf(route)).get(`cursor=${cursor}`)).status]).toEqual([
        route.path,
        expected,
      ]);
  }
});
