/**
 * A worker in a process of its own: makes an attempt at a good receiver, then one at each url of its arguments, `in
 * turn` or `at once`, and prints what became of each: the row's error, how long the worker was busy, and how much its
 * memory grew.
 */
import { memoryWebhooks } from '../../support/memory-webhooks.ts';

const [good = '', how, ...urls] = process.argv.slice(2);
const payload = JSON.stringify({ id: 'evt_1', type: 'email.sent', data: { subject: 'é'.repeat(100_000) } });

async function attempt(url: string) {
  const world = memoryWebhooks();
  const { id } = world.addEndpoint(url);
  const before = process.memoryUsage().rss;
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 10);
  await world.work({
    message: {
      kind: 'delivery',
      account: world.account.id,
      webhook_id: id,
      delivery_id: world.ctx.runtime.id('whd'),
      event_id: world.ctx.runtime.id('evt'),
      event_type: 'email.sent',
      created_at: new Date().toISOString(),
      payload,
      repeat: false,
      test: false,
      first: false,
      shards: 1,
      attempt: 1,
      attempt_log: [],
    },
  });
  clearInterval(timer);
  const [row] = [...world.rows.values()];
  return {
    url,
    status: row?.status,
    error: row?.last_error,
    grown: Math.max(highest, process.memoryUsage().rss) - before,
  };
}

// What the first requests load stays loaded.
for (let i = 0; i < 5; i++) await attempt(good);
const groups = how === 'at once' ? [urls] : urls.map((url) => [url]);
for (const group of groups)
  for (const result of await Promise.all(group.map(attempt)))
    process.stdout.write(`${JSON.stringify(result)}\n`);
