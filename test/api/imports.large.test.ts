import { importRoutes } from '../../functions/imports/routes.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { type Answer, freshAccount, inProcess, testContext } from '../support/api.ts';
import { fakePostmark, serverToken } from '../support/postmark.ts';
import { stopReceivers } from '../support/receiver.ts';
import { fakeSendgrid, providerKey } from '../support/sendgrid.ts';
import { withProvider } from '../support/stand-in.ts';

afterAll(stopReceivers);

/** `npm run soak:import` brings 500,000 of each provider, and prints what it took. */
const rows = Number(process.env.IMPORT_ROWS ?? 1_200);
const asked = process.env.IMPORT_ROWS !== undefined;

const migrationOf = ({ body }: Answer) => body.migration as MigrationRecord;
const megabytes = () => process.memoryUsage().rss / 1024 / 1024;

/** SendGrid with this many bounces, and a 429 before every fortieth page. */
async function largeSendgrid() {
  const provider = await fakeSendgrid();
  const created = Math.floor(Date.now() / 1000) - 86_400;
  for (let i = 0; i < rows; i++)
    provider.rows['suppression/bounces'].push({
      ...{
        created: created - i,
        email: `r${i}@gone.example`,
        status: '5.1.1',
        reason: '550 5.1.1 user unknown',
      },
    });
  for (let at = 0; at <= rows; at += 500 * (asked ? 40 : 1))
    provider.faults.push({
      when: new RegExp(`bounces.*offset=${Math.max(0, at - 1)}&`),
      reply: { status: 429, headers: { 'retry-after': '1' } },
    });
  return { provider, body: { provider: 'sendgrid', api_key: providerKey } };
}

/** Postmark with this many, as one answer that is never whole in memory, behind a 429. */
async function largePostmark() {
  const provider = await fakePostmark();
  provider.suppressions.outbound = {
    *[Symbol.iterator]() {
      for (let i = 0; i < rows; i++)
        yield {
          ...{ EmailAddress: `r${i}@gone.example`, SuppressionReason: 'HardBounce', Origin: 'Recipient' },
          CreatedAt: '2024-12-17T08:58:33-05:00',
        };
    },
  };
  provider.faults.push({ when: /outbound/, reply: { status: 429, headers: { 'retry-after': '1' } } });
  return { provider, body: { provider: 'postmark', api_key: serverToken } };
}

test.each([
  ['SendGrid', largeSendgrid],
  ['Postmark', largePostmark],
] as const)(
  'M6, M60, M67: all of the suppressions of a large account at %s come, and are known the next time',
  async (name, make) => {
    const { provider, body } = await make();
    const ctx = withProvider(testContext(), provider.url, asked ? {} : { slice_s: 1 });
    const { api_key } = await freshAccount(ctx, { domain: false });
    const call = inProcess(ctx, importRoutes, api_key);
    const start = (cursor: string | null) =>
      call('POST', '/migrations', {
        body: { ...body, resources: ['suppressions'], ...(cursor && { cursor }) },
      });
    const whole = async (what: string) => {
      const begun = { at: performance.now(), memory: megabytes() };
      let peak = begun.memory;
      let requests = 0;
      let last: MigrationRecord | undefined;
      do {
        last = migrationOf(await start(last?.next_cursor ?? null));
        requests++;
        peak = Math.max(peak, megabytes());
        await new Promise((done) => setTimeout(done, 1000 * (last?.retry_after_seconds ?? 0)));
      } while (last.has_more);
      const seconds = (performance.now() - begun.at) / 1000;
      const figures = { provider: name, what, rows, requests, seconds: Math.round(seconds) };
      const rate = { rows_a_second: Math.round(rows / seconds), megabytes: Math.round(peak - begun.memory) };
      if (asked) process.stdout.write(`${JSON.stringify({ ...figures, ...rate })}\n`);
      expect(peak - begun.memory).toBeLessThan(300);
      const answer = await call('GET', `/migrations/${last.id}`);
      return migrationOf(answer).suppressions.totals;
    };
    expect(await whole('new')).toMatchObject({ found: rows, imported: rows, bounce: rows });
    expect(await whole('known')).toMatchObject({ found: rows, imported: 0, already_suppressed: rows });
  },
  3_600_000,
);
