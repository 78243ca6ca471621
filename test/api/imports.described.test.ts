import { importRoutes } from '../../functions/imports/routes.ts';
import type { MigrationRecord } from '../../shared/domain/imports/import-record.ts';
import { type Answer, freshAccount, inProcess, testClock, testContext } from '../support/api.ts';
import { describedProvider } from '../support/described.ts';
import { stopReceivers } from '../support/receiver.ts';
import { withProvider } from '../support/stand-in.ts';

afterAll(stopReceivers);

const migrationOf = ({ body }: Answer) => body.migration as MigrationRecord | undefined;

/** More with IMPORT_SEEDS=500. */
const seeds = Array.from({ length: Number(process.env.IMPORT_SEEDS ?? 4) }, (_, i) => i + 1);

test.each(seeds.flatMap((seed) => [['sendgrid', seed] as const, ['mailgun', seed] as const]))(
  'whatever a server answers that has nothing but the published description of %s, an import ends with a status (seed %i) [M11]',
  async (name, seed) => {
    const provider = await describedProvider(name, seed);
    const clock = testClock();
    const ctx = withProvider(testContext({ runtime: clock.runtime }), provider.url, { give_up_s: 1 });
    Object.assign(ctx, { runtime: { ...ctx.runtime, sleep: async () => {} } });
    ctx.domain_tasks = { enqueue: async () => {} };
    const { api_key } = await freshAccount(ctx, { domain: false });
    const call = inProcess(ctx, importRoutes, api_key);
    let last: MigrationRecord | undefined;
    for (let requests = 0; last?.has_more !== false && requests < 200; requests++) {
      const body = { provider: name, api_key: 'key', ...(last && { cursor: last.next_cursor }) };
      const answer = await call('POST', '/migrations', { body });
      // A key that is refused in the middle is 400, and the import goes on with its cursor.
      if (answer.status === 400) expect(answer.body.error?.details?.reason).toBe('provider_auth_failed');
      else expect(answer.status).toBe(200);
      last = migrationOf(answer) ?? last;
      if (last === undefined) break;
      clock.advance(1000 * (last.retry_after_seconds ?? 0) + 1100);
    }
    expect(['completed', 'partial', 'failed']).toContain(last?.status);
    const whole = await call('GET', `/migrations/${last?.id}`);
    expect([whole.status, migrationOf(whole)?.status]).toEqual([200, last?.status]);
    expect((await call('GET', `/migrations/${last?.id}/report`)).status).toBe(200);
  },
);
