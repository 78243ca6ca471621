import { setTimeout as wait } from 'node:timers/promises';
import { importRoutes } from '../../functions/imports/routes.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { type Answer, freshAccount, inProcess, testContext } from '../support/api.ts';
import { importProcess, stopImportProcesses } from '../support/import-process.ts';
import { fakePostmark, serverToken } from '../support/postmark.ts';
import { stopReceivers } from '../support/receiver.ts';
import { fakeSendgrid, providerKey, type Row } from '../support/sendgrid.ts';
import type { TableFigures } from '../support/table-figures.ts';

afterEach(stopImportProcesses);
afterAll(stopReceivers);

/** `npm run check -- soak:import` brings 500,000 of each provider, and prints what it took. */
const rows = Number(process.env.IMPORT_ROWS ?? 700);
const asked = process.env.IMPORT_ROWS !== undefined;
/** Of what costs more than a new suppression, so many. */
const few = Math.ceil(rows / 10);

const migrationOf = ({ body }: Answer) => body.migration as MigrationRecord;

const created = Math.floor(Date.now() / 1000) - 86_400;

/** A list of SendGrid that is made while it is read, newest first. */
const pages =
  (n: number, row: (i: number) => Row) =>
  ({ query }: { query: URLSearchParams }) => {
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    const page = Array.from({ length: Math.max(0, Math.min(limit, n - offset)) }, (_, i) => row(offset + i));
    return { status: 200, body: page };
  };

const gone = (i: number): Row => ({
  created: created - i,
  email: `r${i}@gone.example`,
  status: '5.1.1',
  reason: '550 5.1.1 The email account that you tried to reach does not exist',
});

/** SendGrid with this many bounces, and a 429 before every fortieth page. */
async function largeSendgrid() {
  const provider = await fakeSendgrid();
  const { routes, faults } = provider;
  routes['/v3/suppression/bounces'] = pages(rows, gone);
  for (let at = 0; at <= rows; at += 500 * (asked ? 40 : 1))
    faults.push({
      when: new RegExp(`bounces.*offset=${Math.max(0, at - 1)}&`),
      reply: { status: 429, headers: { 'retry-after': '1' } },
    });
  return { url: provider.url, routes, body: { provider: 'sendgrid', api_key: providerKey } };
}

/** Postmark with this many, as one answer that is never whole in memory, behind a 429. */
async function largePostmark() {
  const provider = await fakePostmark();
  provider.suppressions.outbound = {
    *[Symbol.iterator]() {
      for (let i = 0; i < rows; i++)
        yield {
          EmailAddress: `r${i}@gone.example`,
          SuppressionReason: 'HardBounce',
          Origin: 'Recipient',
          CreatedAt: '2024-12-17T08:58:33-05:00',
        };
    },
  };
  provider.faults.push({ when: /outbound/, reply: { status: 429, headers: { 'retry-after': '1' } } });
  return { url: provider.url, body: { provider: 'postmark', api_key: serverToken } };
}

/** What a row may cost, in units (M67). */
type Budget = { writes: number; reads: number };
const known: Budget = { writes: 0, reads: 0.6 };

/**
 * Imports from a provider by a process of its own, metered. The deployment has its secret before: the first request that ever
 * seals makes it, once in the life of a deployment. That the process reads it, once in five minutes, is counted.
 */
async function moving({ url, body }: { url: string; body: { provider: string } }) {
  await testContext().cursors.seal([], '');
  const { api_key } = await freshAccount(testContext(), { domain: false });
  const call = inProcess(testContext(), importRoutes, api_key);
  const fn = await importProcess({ url, api_key, slice_s: asked ? 25 : 1 });
  /** Imports until there is no more; what it came to. */
  const whole = async (what: string, n: number, budget: Budget) => {
    const begun = performance.now();
    const all: TableFigures[] = [];
    let last: MigrationRecord | null = null;
    do {
      const cursor: string | null = last?.next_cursor ?? null;
      const answer = await fn.post({ ...body, resources: ['suppressions'], ...(cursor && { cursor }) });
      // A slow machine takes more than the 300 requests of an hour.
      if (answer.status === 429) {
        await wait(1000 * answer.retry_after_s);
        continue;
      }
      // DynamoDB Local has no time on a busy machine: the same request again (M14).
      if (asked && answer.status === 503) continue;
      if (answer.status !== 200) throw new Error(answer.text);
      last = answer.migration;
      all.push(await fn.figures());
      if (asked)
        process.stderr.write(
          `${what} ${all.length} ${Math.round((performance.now() - begun) / 1000)} s ${JSON.stringify(all.at(-1))}\n`,
        );
      await wait(1000 * (last.retry_after_seconds ?? 0));
    } while (last === null || last.has_more);
    const took = tookOf(all, { n, seconds: (performance.now() - begun) / 1000 });
    if (asked)
      process.stderr.write(`${JSON.stringify({ provider: body.provider, what, rows: n, ...took })}\n`);
    expect(took.megabytes).toBeLessThan(300);
    expect(took.busiest_key).toBeLessThanOrEqual(450);
    if (took.metered) {
      expect({
        what,
        fewWrites: took.writes_a_row <= budget.writes,
        fewReads: took.reads_a_row <= budget.reads,
        took,
      }).toEqual({ what, fewWrites: true, fewReads: true, took });
      expect({ fewWrites: took.writes_a_request <= 12, fewTrips: took.trips_a_request <= 6, took }).toEqual({
        fewWrites: true,
        fewTrips: true,
        took,
      });
    }
    const shown = migrationOf(await call('GET', `/migrations/${last.id}`));
    expect([shown.status, shown.errors]).toEqual(['completed', []]);
    return shown.suppressions.totals;
  };
  return { whole, close: fn.close };
}

const round = (value: number, digits = 2) => Number(value.toFixed(digits));

function tookOf(all: TableFigures[], { n, seconds }: { n: number; seconds: number }) {
  const sum = (of: (one: TableFigures) => number) => all.reduce((total, one) => total + of(one), 0);
  const most = (of: (one: TableFigures) => number) => Math.max(...all.map(of));
  return {
    requests: all.length,
    seconds: round(seconds, 1),
    rows_a_second: Math.round(n / seconds),
    megabytes: Math.round(most(({ peak_mb, start_mb }) => peak_mb - start_mb)),
    metered: all.some(({ metered }) => metered),
    writes_a_row: round(sum(({ writes, besides }) => writes - besides.writes) / n),
    reads_a_row: round(sum(({ reads, besides }) => reads - besides.reads) / n),
    writes_a_request: round(most(({ besides }) => besides.writes)),
    trips_a_request: most(({ besides }) => besides.trips),
    busiest_key: most(({ busiest }) => busiest),
  };
}

/** Every row is imported, and known the next time. */
async function comeOnce(whole: Awaited<ReturnType<typeof moving>>['whole']): Promise<void> {
  const everything = { found: rows, imported: rows, bounce: rows };
  expect(await whole('new', rows, { writes: 2.1, reads: 0.6 })).toMatchObject(everything);
  expect(await whole('known', rows, known)).toMatchObject({
    found: rows,
    imported: 0,
    already_suppressed: rows,
  });
}

test('all of the suppressions of a large account at SendGrid come, and are known the next time [M6, M67, M68]', async () => {
  const { routes, ...provider } = await largeSendgrid();
  const { whole, close } = await moving(provider);
  await comeOnce(whole);
  routes['/v3/suppression/bounces'] = pages(0, gone);
  routes['/v3/suppression/spam_reports'] = pages(few, gone);
  const raised = await whole('raised', few, { writes: 1.6, reads: 0.6 });
  expect(raised).toMatchObject({ found: few, imported: few, complaint: few });
  routes['/v3/suppression/spam_reports'] = pages(0, gone);
  routes['/v3/asm/suppressions'] = pages(few, (i) => ({
    ...gone(rows + i),
    group_id: 1,
    created_at: created,
  }));
  const left = await whole('opt-outs', few, { writes: 5.1, reads: 0.6 });
  expect(left).toMatchObject({ found: few, imported: few, product_opt_out: few });
  await close();
}, 7_200_000);

test('all of the suppressions of a large account at Postmark come, and are known the next time [M6, M60, M67]', async () => {
  const { whole, close } = await moving(await largePostmark());
  await comeOnce(whole);
  await close();
}, 7_200_000);
