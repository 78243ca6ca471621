import { systemRuntime } from '../../../shared/core/runtime.ts';
import type { Context } from '../../../shared/domain/context.ts';
import type { DomainMessage, DomainTaskQueue } from '../../../shared/domain/ports/domains.ts';
import type { DeadLetterQueue } from '../../../shared/domain/ports/sending.ts';
import { sweepDeadLetters } from '../../../shared/domain/sweep/dead-letters.ts';
import { captured } from '../../support/captured.ts';
import { collectLog } from '../../support/log.ts';

const runtime = systemRuntime();

/** Sweeps these dead letters; what went back to the queues, and what was logged. */
async function sweep(dead: Partial<Record<DeadLetterQueue, unknown[]>>, domain_tasks?: DomainTaskQueue) {
  const world = captured();
  const { log, lines } = collectLog();
  const returned: string[] = [];
  const ctx: Context = {
    ...world.ctx,
    log,
    ...(domain_tasks && { domain_tasks }),
    dead_letters: {
      drain: async (queue, handle) => {
        const bodies = (dead[queue] ?? []).map((message) => JSON.stringify(message));
        const settled = await Promise.allSettled(bodies.map(handle));
        const failed = settled.filter(({ status }) => status === 'rejected').length;
        return { done: bodies.length - failed, failed };
      },
      returnFeedback: async (body) => void returned.push(body),
    },
  };
  return { swept: await sweepDeadLetters(ctx), queued: world.queued, returned, lines };
}

test('an email goes back to its queue, even where a field of its message is unreadable', async () => {
  const account = runtime.id('acc');
  const whole = {
    id: runtime.id('msg'),
    account,
    tries: 3,
    scheduled_at: '2026-11-21T10:00:00Z',
    bulk: true,
  };
  const broken = { id: runtime.id('msg'), account };
  const { queued, swept } = await sweep({
    deliver: [{ ...whole, content: 'object', slot: 5 }],
    bulk: [{ ...broken, tries: 'many', content: 'nowhere' }],
  });
  expect(queued).toEqual([
    { message: whole, delay_s: 300 },
    { message: broken, delay_s: 300 },
  ]);
  expect(swept).toEqual({ emails: 2, notifications: 0, webhooks: 0, domains: 0, messages: 2 });
});

test('the end of an identity and a notice of a domain are queued again; a check comes by its row', async () => {
  const enqueued: DomainMessage[] = [];
  const of = { id: runtime.id('dom'), name: 'acme.test', account: runtime.id('acc') };
  const tasks = (['check', 'remove', 'notice'] as const).map((task) => ({ task, ...of }));
  const { swept } = await sweep({ domains: tasks }, { enqueue: async (all) => void enqueued.push(...all) });
  expect(enqueued).toEqual(tasks.slice(1));
  expect(swept).toEqual({ emails: 0, notifications: 0, webhooks: 0, domains: 3, messages: 3 });
});

test('a message that this release cannot read stays, with a log line that quotes nothing [P58]', async () => {
  const unreadable = { newer: 'secret', account: runtime.id('acc') };
  const queues = [
    'deliver',
    'bulk',
    'webhooks',
    'domains',
    'removals',
    'runs',
    'notices',
    'receive',
    'count',
  ];
  const dead = Object.fromEntries(queues.map((queue) => [queue, [unreadable, null]]));
  const { queued, lines, swept } = await sweep(dead);
  expect(queued).toEqual([]);
  expect(swept).toEqual({ emails: 0, notifications: 0, webhooks: 0, domains: 0, messages: 18 });
  const logged = lines.map((line) => JSON.parse(line));
  const named = logged.filter(({ message }) => message === 'dead_letter_unreadable');
  expect(named.map(({ queue }) => queue).sort()).toEqual(queues.flatMap((queue) => [queue, queue]).sort());
  expect(lines.join()).not.toContain('secret');
});
