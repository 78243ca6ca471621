import type { EmailMeta } from '../../core/records/emails.ts';
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

/** The statuses that no later event changes. */
export const finalStatuses: readonly EmailStatus[] = ['delivered', 'bounced', 'failed', 'cancelled'];

/** The values of `last_event`. */
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

/** One entry of `outcomes`; position -1 is the whole email (`*f`, `*1s`). */
type Outcome = { position: number; letter: string; at: number };

export const outcomesOf = (meta: Pick<EmailMeta, 'outcomes'>): Outcome[] =>
  Object.entries(meta.outcomes).map(([key, at]) => ({
    position: key.startsWith('*') ? -1 : Number.parseInt(key, 10),
    letter: key.slice(-1),
    at,
  }));

/** The first by provider time, at one moment the first recipient. */
export function earliest(outcomes: Outcome[], letters: string): Outcome | null {
  const [first = null] = outcomes
    .filter(({ letter }) => letters.includes(letter))
    .sort((a, b) => a.at - b.at || a.position - b.position);
  return first;
}

const statusOf: Record<string, RecipientStatus> = { d: 'delivered', b: 'bounced', f: 'failed', x: 'failed' };
const rank: RecipientStatus[] = ['sent', 'delivered', 'bounced', 'failed'];

/**
 * The status of each recipient of a message that SES took, by position: the highest by the rank of E10, whatever the
 * order of arrival. A recipient that SES suppressed has failed, and so has each of a rejected email.
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

/** True when SES took the message: our own note says so, or anything SES reported does. */
const wasTaken = (meta: Pick<EmailMeta, 'state' | 'outcomes'>) =>
  meta.state !== 'cancelled' && (meta.state === 'sent' || Object.keys(meta.outcomes).length > 0);

/** The status of the specification; an email on its way to SES is still queued. */
export function emailStatus(meta: Progress): EmailStatus {
  if (!wasTaken(meta)) return meta.state === 'sending' ? 'queued' : meta.state;
  const states = recipientStates(meta);
  if (states.includes('delivered')) return 'delivered';
  if (states.includes('sent')) return 'sent';
  return states.every((state) => state === 'failed') ? 'failed' : 'bounced';
}

/** Letters of outcomes with their last_event; each hides those after it. */
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

/** The last event by keys of `outcomes`; undefined: SES took the message, and nothing else happened. */
const lastOf = (keys: string[]): LastEvent | undefined =>
  lastEvents.find(([letter]) => keys.some((key) => key.endsWith(letter)))?.[1];

/** Failure reasons of our own check of the lists. */
const refusals = new Set(['suppressed', 'category_unsubscribed']);

/** `last_event` over all recipients; a refusal by our own suppression check shows as `suppressed`. */
export function lastEvent(meta: Progress): LastEvent {
  if (!wasTaken(meta)) {
    if (meta.state === 'failed') return refusals.has(meta.failure_reason ?? '') ? 'suppressed' : 'failed';
    if (meta.delayed && meta.state !== 'cancelled') return 'delivery_delayed';
    return emailStatus(meta);
  }
  return lastOf(Object.keys(meta.outcomes)) ?? (meta.delayed ? 'delivery_delayed' : 'sent');
}

/**
 * Whether a recipient has reached an event, even if another one followed. A waiting email has reached its
 * last_event.
 */
export function hasReached(meta: Progress, event: LastEvent): boolean {
  if (event === 'delivery_delayed' && meta.delayed) return true;
  if (!wasTaken(meta)) return lastEvent({ ...meta, delayed: false }) === event;
  return event === 'sent' || Object.keys(meta.outcomes).some((key) => lastOf([key]) === event);
}

/** The time at which SES took its first message, as far as its notifications said; our own time before. */
export function sentAt(meta: Pick<EmailMeta, 'outcomes' | 'sent_at'>): string | null {
  const first = earliest(outcomesOf(meta), 's');
  return first === null ? meta.sent_at : timestamp(first.at);
}

/** Status and last_event of one recipient: the email's own until SES took it. `linked`: the unsubscribe link's position. */
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

/** Time and reason of its failure: as we recorded it or, once SES took the message, as SES reported it. */
export function failureOf(meta: Progress): { failed_at: string | null; failure_reason: string | null } {
  if (!wasTaken(meta)) return { failed_at: meta.failed_at, failure_reason: meta.failure_reason };
  const first = earliest(outcomesOf(meta), 'fx');
  if (first === null) return { failed_at: null, failure_reason: null };
  const reported = (meta.failure_reason_at ?? null) === null ? null : meta.failure_reason;
  return { failed_at: timestamp(first.at), failure_reason: first.letter === 'x' ? 'suppressed' : reported };
}
