import { type EmailMeta, refusals } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';

export const emailStatuses = [
  'queued',
  'scheduled',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'cancelled',
] as const;
type EmailStatus = (typeof emailStatuses)[number];

/** Statuses that no later event changes. */
export const finalStatuses: readonly EmailStatus[] = ['delivered', 'bounced', 'failed', 'cancelled'];

export const lastEventNames = [
  'queued',
  'scheduled',
  'sent',
  'delivered',
  'delivery_delayed',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'cancelled',
  'unsubscribed',
] as const;
export type LastEvent = (typeof lastEventNames)[number];

type RecipientStatus = 'sent' | 'delivered' | 'bounced' | 'failed';

type Progress = Pick<
  EmailMeta,
  'state' | 'outcomes' | 'recipient_count' | 'failed_at' | 'failure_reason' | 'failure_reason_at' | 'delayed'
>;

/** One entry of `outcomes`. Position -1 is the whole email (`*f`, `*1s`). */
type Outcome = { position: number; letter: string; at: number };

export const outcomesOf = (meta: Pick<EmailMeta, 'outcomes'>): Outcome[] =>
  Object.entries(meta.outcomes).map(([key, at]) => ({
    position: key.startsWith('*') ? -1 : Number.parseInt(key, 10),
    letter: key.slice(-1),
    at,
  }));

/** The earliest by provider time, ties going to the first recipient. */
export function earliest(outcomes: Outcome[], letters: string): Outcome | null {
  const [first = null] = outcomes
    .filter(({ letter }) => letters.includes(letter))
    .sort((a, b) => a.at - b.at || a.position - b.position);
  return first;
}

const statusOf: Record<string, RecipientStatus> = { d: 'delivered', b: 'bounced', f: 'failed', x: 'failed' };
const rank: RecipientStatus[] = ['sent', 'delivered', 'bounced', 'failed'];

/**
 * Each recipient's status by position, after SES took the message: the highest by E10's rank, in any order of
 * arrival. Recipients suppressed by SES or of a rejected email have failed.
 */
function recipientStates(meta: Pick<EmailMeta, 'outcomes' | 'recipient_count'>): RecipientStatus[] {
  const states = Array<RecipientStatus>(meta.recipient_count).fill('sent');
  for (const { position, letter } of outcomesOf(meta)) {
    const reached = statusOf[letter] ?? 'sent';
    for (const at of position < 0 ? states.keys() : [position]) {
      const before = states[at];
      if (before !== undefined && rank.indexOf(reached) > rank.indexOf(before)) states[at] = reached;
    }
  }
  return states;
}

/** Whether SES took the message, by our own state or any SES report. */
const wasTaken = (meta: Pick<EmailMeta, 'state' | 'outcomes'>) =>
  meta.state !== 'cancelled' && (meta.state === 'sent' || Object.keys(meta.outcomes).length > 0);

/** The specification's status. An email on its way to SES is still queued. */
export function emailStatus(meta: Progress): EmailStatus {
  if (!wasTaken(meta)) return meta.state === 'sending' ? 'queued' : meta.state;
  const states = recipientStates(meta);
  if (states.includes('delivered')) return 'delivered';
  if (states.includes('sent')) return 'sent';
  return states.every((state) => state === 'failed') ? 'failed' : 'bounced';
}

/** Outcome letters with their last_event. A letter takes precedence over all letters after it. */
const lastEvents: [letter: string, LastEvent][] = [
  ['c', 'complained'],
  ['u', 'unsubscribed'],
  ['b', 'bounced'],
  ['f', 'failed'],
  ['x', 'suppressed'],
  ['k', 'clicked'],
  ['o', 'opened'],
  ['d', 'delivered'],
  ['y', 'delivery_delayed'],
];

/**
 * The last event, from the keys of `outcomes`. Undefined if SES has accepted the message and reported nothing
 * else.
 */
const lastOf = (keys: string[]): LastEvent | undefined =>
  lastEvents.find(([letter]) => keys.some((key) => key.endsWith(letter)))?.[1];

/** `last_event` across recipients. A refusal by our own suppression check shows as `suppressed`. */
export function lastEvent(meta: Progress): LastEvent {
  if (!wasTaken(meta)) {
    if (meta.state === 'failed') return refusals.has(meta.failure_reason ?? '') ? 'suppressed' : 'failed';
    if (meta.delayed && meta.state !== 'cancelled') return 'delivery_delayed';
    return emailStatus(meta);
  }
  return lastOf(Object.keys(meta.outcomes)) ?? (meta.delayed ? 'delivery_delayed' : 'sent');
}

/**
 * Whether any recipient has reached an event, even if another event followed. An email that is still waiting
 * has reached its last_event.
 */
export function hasReached(meta: Progress, event: LastEvent): boolean {
  if (event === 'delivery_delayed' && meta.delayed) return true;
  if (!wasTaken(meta)) return lastEvent({ ...meta, delayed: false }) === event;
  return event === 'sent' || Object.keys(meta.outcomes).some((key) => lastOf([key]) === event);
}

/** When SES accepted the first message, from its notifications, or otherwise by our own clock. */
export function sentAt(meta: Pick<EmailMeta, 'outcomes' | 'sent_at'>): string | null {
  const first = earliest(outcomesOf(meta), 's');
  return first === null ? meta.sent_at : timestamp(first.at);
}

/**
 * One recipient's status and last_event, or the email's own until SES accepts it. `linked` is the position
 * with the unsubscribe link.
 */
export function recipientProgress(
  meta: Progress,
  position: number,
  linked: number,
): { status: EmailStatus; last_event: LastEvent } {
  if (!wasTaken(meta)) return { status: emailStatus(meta), last_event: lastEvent(meta) };
  const positionOf = (key: string) => (key.endsWith('u') ? linked : Number.parseInt(key, 10));
  const isOwn = (key: string) => key === '*f' || positionOf(key) === position;
  const last_event = lastOf(Object.keys(meta.outcomes).filter(isOwn)) ?? 'sent';
  return { status: recipientStates(meta)[position] ?? 'sent', last_event };
}

/** When and why the email failed: as we recorded it or, once SES took the message, as SES reported. */
export function failureOf(meta: Progress): { failed_at: string | null; failure_reason: string | null } {
  if (!wasTaken(meta)) return { failed_at: meta.failed_at, failure_reason: meta.failure_reason };
  const first = earliest(outcomesOf(meta), 'fx');
  if (first === null) return { failed_at: null, failure_reason: null };
  const reported = (meta.failure_reason_at ?? null) === null ? null : meta.failure_reason;
  return { failed_at: timestamp(first.at), failure_reason: first.letter === 'x' ? 'suppressed' : reported };
}
