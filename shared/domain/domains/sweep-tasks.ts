import { minuteOf } from '../../core/days.ts';
import { chunksOf } from '../../core/in-parallel.ts';
import type { DomainTask } from '../../core/records/domains.ts';
import type { Base, Domains, DomainTasks } from '../context.ts';
import { isDue } from './checks/decide.ts';

/** Minutes until a queued task is checked again, in case its message was lost. */
const again_min = 30;
/** How far back a sweep without a mark looks. */
const horizon_min = 5;
const maxMinutes = 60;
const concurrency = 50;

/** Whether a task is still open and has no row in a later minute. */
async function isOpen(ctx: Domains, { task, name, id }: DomainTask, now: number): Promise<boolean> {
  if (task !== 'check') return true;
  const withDns = await ctx.domains.read(name);
  return withDns?.domain.id === id && isDue(withDns.domain, now);
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

/** Queues domain tasks that are due. Safe to run twice or late. */
export async function sweepDomainTasks(ctx: Base & Domains & DomainTasks): Promise<number> {
  const now_min = minuteOf(ctx.runtime.now());
  const mark = (await ctx.domains.readMark()) ?? now_min - horizon_min;
  let queued = 0;
  for (let minute = mark + 1; minute <= Math.min(now_min, mark + maxMinutes); minute++) {
    const tasks = await ctx.domains.listTasks(minute);
    for (const some of chunksOf(tasks, concurrency)) queued += await queueTasks(ctx, minute, some);
    // The current minute may still get tasks.
    if (minute < now_min) await ctx.domains.writeMark(minute);
  }
  return queued;
}
