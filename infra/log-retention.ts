import type { Node } from 'constructs';
import { count } from './context.ts';

/** CloudWatch keeps a log for one of these only. */
const kept = [
  ...[1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545],
  ...[731, 1096, 1827, 2192, 2557, 2922, 3288, 3653],
];

/** Days that logs are kept. */
export function readLogRetention(node: Node): number {
  const days = count(node, 'logRetentionDays', 1, 'whole days') ?? 30;
  if (!kept.includes(days)) throw new Error(`context logRetentionDays: one of ${kept.join(', ')}`);
  return days;
}
