import { smsClaims } from '../../shared/store/sms-claims.ts';
import { automationWorld } from '../support/automations.ts';
import { isChange, losingTable, stopLosing } from '../support/lost-answers.ts';

afterAll(stopLosing);

test('a text whose second claim lost its answer goes out [U4]', async () => {
  const { ctx, clock, active, post, work, onlyRun } = await automationWorld();
  ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit: 1_000 };
  const answers = [{ outcome: 'not_taken' }, { outcome: 'sent', message_id: 'm1' }] as const;
  let asked = 0;
  ctx.sms = { publish: async () => answers[asked++] ?? answers[0] };
  const automation = await active([{ type: 'send_sms', to: '+41791234567', text: 'Hi' }]);
  await post({});
  await work();
  const { table, updates } = await losingTable(clock.runtime, isChange);
  ctx.sms_claims = smsClaims(table, clock.runtime);
  clock.advance(11_000);
  await work();
  clock.advance(61_000);
  await work();
  const { steps } = await onlyRun(automation);
  expect([asked, updates()]).toEqual([2, 2]);
  expect(steps[0]?.output).toEqual({ outcome: 'sent', message_id: 'm1' });
});
