import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { automationWorld } from '../support/automations.ts';

const folder = join(__dirname, '../../examples/automations');
const hour = 3600;
const day = 24 * hour;

type World = Awaited<ReturnType<typeof setUp>>;

/** A world in which an example is active, as its file says, from a domain of the account. */
async function setUp(name: string) {
  const world = await automationWorld();
  const { ctx, clock, domain, ok, post, runsOf, runOf, work } = world;
  const texts: { to: string; text: string }[] = [];
  ctx.settings.sms = { provider: 'sns', sender_id: null, daily_limit: 10 };
  ctx.sms = {
    publish: async (sms) => {
      texts.push(sms);
      return { outcome: 'sent', message_id: `m-${texts.length}` };
    },
  };
  const definition = readFileSync(join(folder, `${name}.json`), 'utf8').replaceAll('acme.test', domain);
  const { automation } = await ok('POST', '/automations', JSON.parse(definition));
  const { id } = automation as { id: string };
  await ok('POST', `/automations/${id}`, { action: 'activate' });
  const after = async (seconds: number) => {
    clock.advance(seconds * 1000);
    await work();
  };
  const say = async (
    event: string,
    data: object,
    person: object = { email: 'ada@example.com', user_id: 'u1' },
  ) => {
    const { event: _, ...counts } = await post({ name: event, data, ...person });
    await work();
    return Object.values(counts);
  };
  /** Newest run first: its status, its reason, the steps that ended. */
  const runs = async () =>
    Promise.all(
      (await runsOf(id)).map(async (one) => {
        const { status, ended_reason, steps } = await runOf(id, one.id);
        return [
          status,
          ended_reason,
          steps.map((step) => step.output?.outcome ?? step.output?.result ?? null),
        ];
      }),
    );
  const subjects = async () => {
    const { emails } = await ok('GET', '/emails');
    return (emails as { subject: string }[]).map(({ subject }) => subject).reverse();
  };
  return { ...world, after, say, runs, subjects, texts };
}

const stories: Record<string, ((world: World) => Promise<void>)[]> = {
  'welcome-series': [
    async ({ after, say, runs, subjects }) => {
      expect(await say('user.signed_up', { name: 'Ada' })).toEqual([1, 0, 0]);
      await after(2 * day + 1);
      expect(await runs()).toEqual([['completed', 'finished', ['sent', 'timeout', true, 'sent']]]);
      expect(await subjects()).toEqual(['Welcome, Ada', 'Can we help you get started?']);
      expect(await say('user.signed_up', { name: 'Ada' })).toEqual([1, 0, 0]);
      expect(await runs()).toHaveLength(1);
    },
    async ({ after, say, runs, subjects }) => {
      await say('user.signed_up', { name: 'Ada' });
      await after(day);
      expect(await say('project.created', {}, { user_id: 'u1' })).toEqual([0, 1, 0]);
      await after(2 * day);
      expect(await runs()).toEqual([['completed', 'condition_false', ['sent', 'event', false, null]]]);
      expect(await subjects()).toEqual(['Welcome, Ada']);
    },
  ],
  'abandoned-cart': [
    async ({ after, say, runs, subjects }) => {
      const cart = { total: 80, currency: 'CHF' };
      expect(await say('cart.updated', { total: 0 })).toEqual([0, 0, 0]);
      expect(await say('cart.updated', { ...cart, total: 20 })).toEqual([1, 0, 0]);
      await after(hour / 2);
      // The trigger's own event cancels the run before it, and starts the one that counts.
      expect(await say('cart.updated', cart)).toEqual([1, 0, 1]);
      await after(hour / 2 + 60);
      expect(await subjects()).toEqual([]);
      await after(hour / 2);
      expect(await subjects()).toEqual(['Your cart is waiting']);
      await after(day + 1);
      expect(await subjects()).toEqual(['Your cart is waiting', 'Free delivery for your cart']);
      expect(await runs()).toEqual([
        ['completed', 'finished', ['elapsed', 'sent', 'elapsed', true, 'sent']],
        ['cancelled', 'cancel_event', ['cancelled', null, null, null, null]],
      ]);
    },
    async ({ after, say, runs, subjects }) => {
      await say('cart.updated', { total: 80, currency: 'CHF' });
      await after(hour + 1);
      expect(await say('order.placed', {})).toEqual([0, 0, 1]);
      await after(2 * day);
      expect(await subjects()).toEqual(['Your cart is waiting']);
      expect((await runs())[0]?.slice(0, 2)).toEqual(['cancelled', 'cancel_event']);
    },
  ],
  'trial-ending': [
    async ({ after, say, runs, subjects }) => {
      await say('trial.started', { plan: 'Pro' });
      await after(11 * day + 1);
      expect(await subjects()).toEqual(['Your trial ends in 3 days']);
      await after(2 * day);
      expect(await say('subscription.started', { plan: 'Scale' })).toEqual([0, 1, 0]);
      expect(await subjects()).toEqual(['Your trial ends in 3 days', 'Welcome to Scale']);
      expect(await runs()).toEqual([
        ['completed', 'finished', ['timeout', true, 'sent', 'event', true, 'sent']],
      ]);
    },
    async ({ after, say, runs, subjects }) => {
      await say('trial.started', { plan: 'Pro' });
      await after(day);
      await say('subscription.started', { plan: 'Pro' });
      await after(20 * day);
      expect(await subjects()).toEqual([]);
      expect((await runs())[0]?.slice(0, 2)).toEqual(['completed', 'condition_false']);
    },
  ],
  dunning: [
    async ({ after, domain, ok, say, runs, subjects, texts }) => {
      await ok('POST', '/suppressions', { email: `billing@${domain}`, reason: 'manual' });
      const invoice = { invoice_id: 'in_1', amount: '12.00', currency: 'CHF', phone: '+41 79 123 45 67' };
      await say('invoice.payment_failed', invoice);
      // Another invoice of the same person ends no wait of this one.
      expect(await say('invoice.paid', { invoice_id: 'in_2' })).toEqual([0, 0, 0]);
      await after(3 * day + 1);
      expect(texts).toEqual([
        { to: '+41791234567', text: 'Acme: Invoice in_1 for 12.00 CHF is unpaid. Please pay within 4 days.' },
      ]);
      await after(4 * day + 1);
      const overdue = ['Invoice in_1 is overdue', 'Invoice in_1 for ada@example.com is overdue'];
      expect(await subjects()).toEqual(['Payment for invoice in_1 failed', ...overdue]);
      expect(await runs()).toEqual([
        ['completed', 'finished', ['sent', 'timeout', true, 'sent', 'timeout', true, 'sent', 'suppressed']],
      ]);
    },
    async ({ after, say, runs, subjects, texts }) => {
      await say('invoice.payment_failed', {
        invoice_id: 'in_1',
        amount: 1,
        currency: 'CHF',
        phone: '+41791234567',
      });
      await after(3 * day + 1);
      expect(await say('invoice.paid', { invoice_id: 'in_1' })).toEqual([0, 1, 0]);
      await after(10 * day);
      expect([texts.length, (await subjects()).length]).toEqual([1, 1]);
      expect((await runs())[0]?.slice(0, 2)).toEqual(['completed', 'condition_false']);
    },
  ],
};

test('every example has its stories', () => {
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(stories)
      .map((name) => `${name}.json`)
      .sort(),
  );
});

test.each(
  Object.entries(stories).flatMap(([name, list]) => list.map((story, i) => [name, i + 1, story] as const)),
)('examples/automations/%s.json runs to its end, story %i', async (name, _i, story) =>
  story(await setUp(name)),
);
