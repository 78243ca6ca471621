import { functions } from '../functions.ts';
import { alarmMetrics, monthly, perMillion } from './prices.ts';

/** Lambda polls that of received mail too where the deployment has no door for it. */
const polledQueues = Object.values(functions).flatMap(({ queues = [] }) => queues).length;

/** Dollars a month of a deployment that sends nothing. */
export function monthlyCost({ key, smtp }: { key: boolean; smtp: boolean }): number {
  const { hosted_zone, alarm_metric, polled_queue, sweeps } = monthly;
  const alarms = (alarmMetrics - 10) * alarm_metric;
  const extras = (key ? monthly.kms_key : 0) + (smtp ? monthly.smtp : 0);
  return hosted_zone + alarms + polledQueues * polled_queue + sweeps + extras;
}

/** One line for the operator, who pays. */
export function costLine(parts: Parameters<typeof monthlyCost>[0]): string {
  const { ses, busy, idle } = perMillion;
  const month = monthlyCost(parts).toFixed(2);
  return `about $${month} a month idle, and $${busy} to $${idle} a million emails besides the $${ses} of SES`;
}
