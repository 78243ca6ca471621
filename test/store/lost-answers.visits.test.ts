import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Visit } from '../../shared/core/records/tracking.ts';
import { recordVisit } from '../../shared/domain/tracking/record-visit.ts';
import { visitStore } from '../../shared/store/visits.ts';
import { inProcess } from '../support/api.ts';
import { capturedAccount } from '../support/captured.ts';
import { losingTable, stopLosing } from '../support/lost-answers.ts';
import { usualRetention } from '../support/retention.ts';

afterAll(stopLosing);

/** An email, and who visits it by a way to the table that loses the answer of the first put. */
async function visited() {
  const world = await capturedAccount();
  const { ctx, api_key, send, call, webhooks } = world;
  const events = ['email.opened', 'email.clicked'];
  await inProcess(ctx, webhookRoutes, api_key)('POST', '/webhooks', {
    body: { url: 'https://hooks.example.com/x', events },
  });
  const id = await send();
  const { table, updates } = await losingTable(ctx.runtime, (target) => target.endsWith('.PutItem'));
  const losing = { ...ctx, visits: visitStore(table, ctx.runtime, usualRetention) };
  const visit: Visit = {
    type: 'open',
    email_id: id,
    target: '',
    ip: '192.0.2.7',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    at: ctx.runtime.now(),
  };
  const opens = async () =>
    ((await call('GET', `/emails/${id}/recipients`)).body.recipients as { opens: number }[])[0]?.opens;
  return { ctx, losing, visit, opens, updates, told: () => webhooks.map(({ event_type }) => event_type) };
}

test('a visit whose write lost its answer is counted and emitted, once [E14]', async () => {
  const { ctx, losing, visit, opens, updates, told } = await visited();
  expect(await recordVisit(losing, visit)).toBe('recorded');
  expect(updates()).toBe(2);
  expect(await recordVisit(ctx, { ...visit, at: visit.at + 500 })).toBe('not_counted');
  expect([await opens(), told()]).toEqual([1, ['email.opened']]);
});

test('equal visits at the same time are one, where an answer is lost, too [E14]', async () => {
  const { ctx, losing, visit, opens, told } = await visited();
  const results = await Promise.all([recordVisit(losing, visit), recordVisit(ctx, visit)]);
  expect(results.sort()).toEqual(['not_counted', 'recorded']);
  expect([await opens(), told()]).toEqual([1, ['email.opened']]);
});
