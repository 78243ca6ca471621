import { minuteOf } from '../../core/days.ts';
import type { DomainTask } from '../../core/records/domains.ts';
import type { Base, Domains, DomainTasks } from '../context.ts';
import { isDue } from './checks/decide.ts';

/** Minutes after which a task that was queued is looked at again: its message may have been lost. */
const again_min = 30;
/** The oldest minute that a sweep without a mark looks at. */
const horizon_min = 5;
const maxMinutes = 60;
const concurrency = 50;

/** Whether a task is still to be done, and not by the row of a later minute; the others are decided by their worker. */
async function isOpen(ctx: Domains, { task, name, id }: DomainTask, now: number): Promise<boolean> {
  if (task !== 'check') return true;
  const whole = await ctx.domains.read(name);
  return whole?.domain.id === id && isDue(whole.domain, now);
}

async function queueTasks(ctx: Base & Domains & DomainTasks, minute: number, tasks: DomainTask[]) {
  const now = ctx.runtime.now();
  const open = await Promise.all(tasks.map((task) => isOpen(ctx, task, now)));
  const due = tasks.filter((_task, i) => open[i]);
  const checks = due.filter(({ task }) => task === 'check');
  const later = minuteOf(now) + again_min;
  await ctx.domains.moveTasks(checks, minute, later);
  await ctx.domain_tasks.enqueue(due);
  const done = tasks.filter((task) => !checks.includes(task));
  await ctx.domains.moveTasks(done, minute, null);
  return due.length;
}

/** Queues the tasks of domains whose minute has come. Safe to run twice, and late. */
export async function sweepDomainTasks(ctx: Base & Domains & DomainTasks): Promise<number> {
  const now_min = minuteOf(ctx.runtime.now());
  const mark = (await ctx.domains.readMark()) ?? now_min - horizon_min;
  let queued = 0;
  for (let minute = mark + 1; minute <= Math.min(now_min, mark + maxMinutes); minute++) {
    const tasks = await ctx.domains.listTasks(minute);
    for (let i = 0; i < tasks.length; i += concurrency)
      queued += await queueTasks(ctx, minute, tasks.slice(i, i + concurrency));
    // The present minute is not over: tasks may still be put into it.
    if (minute < now_min) await ctx.domains.writeMark(minute);
  }
  return queued;
}
