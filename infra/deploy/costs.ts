import type { Concurrency } from '../concurrency.ts';
import { alarmMetrics, monthly, perMillion, sesPerMillion } from './prices.ts';

type Smtp = { size: keyof typeof monthly.smtp.task; zones: number };

type Parts = { key: boolean; smtp: Smtp | undefined; concurrency: Concurrency };

const relayCost = ({ size, zones }: Smtp) =>
  monthly.smtp.balancer + monthly.smtp.task[size] + (zones + 1) * monthly.smtp.address;

/** Dollars per month of a deployment that sends nothing. */
export function monthlyCost({ key, smtp, concurrency }: Parts): number {
  const { hosted_zone, alarm_metric, polled_queue, drained_queue, sweeps } = monthly;
  const polled = Object.keys(concurrency.queues).length * polled_queue;
  const queues = polled + concurrency.drained.length * drained_queue;
  const alarms = (alarmMetrics - 10) * alarm_metric;
  const extras = (key ? monthly.kms_key : 0) + (smtp ? relayCost(smtp) : 0);
  return hosted_zone + alarms + queues + sweeps + extras;
}

/** `plan`: SES's pricing plan, if known. */
export function costLine(parts: Parts, plan: string | undefined): string {
  const { busy, idle } = perMillion;
  const month = monthlyCost(parts).toFixed(2);
  const price = sesPerMillion[plan ?? ''];
  const details = [price && `$${price}`, plan && `plan ${plan}`].filter(Boolean).join(', ');
  const ses = details ? `SES itself (${details})` : 'SES itself';
  return `about $${month} per month when idle, plus $${busy} to $${idle} per million emails, not including ${ses}`;
}
