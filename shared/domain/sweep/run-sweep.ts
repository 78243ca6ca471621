import type { Base, Domains, DomainTasks, SendingStates, SesQuotas } from '../context.ts';
import { sweepDomainTasks } from '../domains/sweep-tasks.ts';
import type { Draining, SweepEvent } from '../ports/drains.ts';
import { type SweepingDeadLetters, sweepDeadLetters } from './dead-letters.ts';
import { drainQueues } from './drains.ts';
import { sweepLostEmails } from './lost-emails.ts';
import { type SweepingOutbox, sweepOutbox } from './outbox.ts';
import { sweepQuota } from './quota.ts';

type Sweeping = SweepingOutbox &
  SweepingDeadLetters &
  Domains &
  DomainTasks &
  Draining &
  SendingStates &
  SesQuotas;

/** The result of one part of the sweep. If it failed, logs that and returns null. */
async function alone<Result>(ctx: Base, part: string, run: Promise<Result>): Promise<Result | null> {
  try {
    return await run;
  } catch (error) {
    ctx.log.error('sweep_part_failed', { part, cause: (error as Error).name });
    return null;
  }
}

/**
 * Runs every minute, in parallel: SES's quota, the outbox, lost emails, dead letters, due domain checks, and
 * queues without an event source. If one part fails, the rest continue. Throws if any part failed, for the
 * alarm.
 */
export async function runSweep(ctx: Sweeping, { drained }: SweepEvent): Promise<void> {
  const [, outbox, lost, dead, domains, drains] = await Promise.all([
    sweepQuota(ctx),
    alone(ctx, 'outbox', sweepOutbox(ctx)),
    alone(ctx, 'lost_emails', sweepLostEmails(ctx)),
    alone(ctx, 'dead_letters', sweepDeadLetters(ctx)),
    alone(ctx, 'domains', sweepDomainTasks(ctx)),
    alone(ctx, 'drains', drainQueues(ctx, drained)),
  ]);
  const allDone = outbox !== null && lost !== null && dead !== null && domains !== null && drains !== null;
  // An alarm treats silence of this metric as a missing sweep (D79).
  ctx.log.info('sweep', { ...outbox, dead }, allDone ? { counts: { dead_letters: dead.messages } } : null);
  if (!allDone) throw new Error('a part of the sweep failed');
}
