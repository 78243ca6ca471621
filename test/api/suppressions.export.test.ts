import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { tenantRoutes } from '../../functions/tenants/routes.ts';
import { type Client, freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { type Entry, listAccount } from '../support/lists.ts';
import { suppressionOf } from '../support/records.ts';

const ctx = testContext();
const setUp = () => listAccount(ctx);

test('the export is RFC 4180 with CRLF, newest first, and no cell computes [Q30]', async () => {
  const { call } = await setUp();
  const created: unknown[] = [];
  for (const email of ['+a@x.example', '"b,c"@x.example']) {
    const { body } = await call('POST', '/suppressions', { body: { email, reason: 'bounce' } });
    created.unshift((body.suppression as Entry).created_at);
  }
  const { status, headers, text } = await call('GET', '/suppressions/export?tenant=*');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(text.split('\r\n')).toEqual([
    'email,reason,tenant,source,email_id,created_at',
    `"""b,c""@x.example",bounce,,api,,${created[0]}`,
    `'+a@x.example,bounce,,api,,${created[1]}`,
    '',
  ]);
});

/** An account whose list has so many rows, each page of which takes `page_ms` of the clock. */
async function largeList(rows: number, page_ms: number) {
  const clock = testClock();
  const large = testContext({ runtime: clock.runtime });
  const { account, api_key } = await freshAccount(large, { domain: false });
  const entry = (i: number) => suppressionOf(ctx, `r${i}@x.example`);
  large.suppressions.list = async (_list, page) => {
    clock.advance(page_ms);
    const from = Number(page.before ?? 0);
    const next = Math.min(rows, from + page.limit);
    const found = Array.from({ length: next - from }, (_, i) => entry(from + i));
    return { entries: found, next: next < rows ? String(next) : null };
  };
  return { account, clock, call: inProcess(large, suppressionRoutes, api_key) };
}

/** Asks until the export is there, as a client that heeds retry-after; the last answer. */
async function exported(call: Client) {
  for (let asked = 1; ; asked++) {
    const answer = await call('GET', '/suppressions/export');
    if (answer.status !== 503) return { answer, asked };
    expect([answer.body.error?.code, answer.headers.get('retry-after')]).toEqual(['unavailable', '1']);
    expect(asked).toBeLessThan(20);
  }
}

const addressesIn = (csv: string) =>
  csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',')[0]);
const addresses = (rows: number) => Array.from({ length: rows }, (_, i) => `r${i}@x.example`);

test('more than 20,000 rows are a redirect to a file that anybody with the link can get for an hour [Q30]', async () => {
  const { account, call } = await largeList(20_001, 0);
  const answer = await call('GET', '/suppressions/export');
  expect([answer.status, answer.text]).toEqual([302, '']);
  const location = new URL(answer.headers.get('location') ?? '');
  expect(location.pathname).toContain(`/exports/${account.id}/`);
  expect(location.searchParams.get('X-Amz-Expires')).toBe('3600');
  const file = await fetch(location);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(addressesIn(await file.text())).toEqual(addresses(20_001));
}, 30_000);

test('a list that one request has no time for is written by several, whoever asks [Q30, architecture 6]', async () => {
  const { call } = await largeList(60_000, 2_000);
  const both = await Promise.all([exported(call), exported(call)]);
  // Each goes on from where the other one is.
  expect(Math.max(...both.map(({ asked }) => asked))).toBeGreaterThan(1);
  for (const one of both) {
    expect(one.answer.status).toBe(302);
    const file = await fetch(one.answer.headers.get('location') ?? '');
    expect(addressesIn(await file.text())).toEqual(addresses(60_000));
  }
}, 30_000);

test('a slow list of up to 20,000 rows is still the answer, and what was begun long ago is begun anew [Q30]', async () => {
  const { call, clock } = await largeList(20_000, 5_000);
  expect((await call('GET', '/suppressions/export')).status).toBe(503);
  clock.advance(600_000);
  const { answer, asked } = await exported(call);
  expect([answer.status, asked]).toEqual([200, 2]);
  expect(answer.text).toMatch(/^email,reason,tenant,source,email_id,created_at\r\n/);
  expect(addressesIn(answer.text)).toEqual(addresses(20_000));
  expect((await exported(call)).asked).toBe(2);
});

test("a tenant deleted during an export has no entries in the file, not even as the account's [Q30]", async () => {
  const clock = testClock();
  const ctx = testContext({ runtime: clock.runtime });
  const { api_key } = await freshAccount(ctx, { domain: false });
  const call = inProcess(ctx, [...suppressionRoutes, ...tenantRoutes], api_key);
  for (const external_id of ['first', 'second']) await call('POST', '/tenants', { body: { external_id } });
  for (const tenant of [undefined, 'first', 'second'])
    await call('POST', '/suppressions', { body: { email: `${tenant ?? 'own'}@x.example`, tenant } });
  // Each list takes all the time of a request.
  const { list } = ctx.suppressions;
  ctx.suppressions.list = async (...asked) => {
    clock.advance(20_000);
    return list(...asked);
  };
  const ask = () => call('GET', '/suppressions/export?tenant=*');
  expect((await ask()).status).toBe(503);
  // Its lists are emptied by a worker, later.
  expect((await call('DELETE', '/tenants/second')).status).toBe(200);
  expect((await ask()).status).toBe(503);
  const { status, text } = await ask();
  expect(status).toBe(200);
  const rows = text.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(0, 3))).toEqual([
    ['own@x.example', 'manual', ''],
    ['first@x.example', 'manual', 'first'],
  ]);
});
