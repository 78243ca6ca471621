import { streamOf } from '../../core/ramp.ts';
import type { CounterName } from '../../core/records/counters.ts';
import { type EmailMeta, refusals } from '../../core/records/emails.ts';
import type { EmailChange } from '../ports/counters.ts';

export type EmailCount = {
  counter: CounterName;
  /** The number of recipients. Negative when emails stop waiting. */
  n: number;
  /** Epoch ms. Determines the UTC day and hour for which it counts. */
  at: number;
  /** The position of the recipient that the count is about, or null. */
  position: number | null;
};

/** The counter for each recipient letter of `Outcomes`. Other letters have none. */
const letters: Record<string, CounterName> = {
  d: 'delivered',
  y: 'deferred',
  b: 'bounced',
  t: 'soft_bounced',
  r: 'blocked',
  c: 'complained',
  f: 'bounced',
  x: 'suppressed',
  o: 'opened',
  k: 'clicked',
};

/** The same for outcomes of the whole email. */
const lettersOfEmail: Record<string, CounterName> = { f: 'failed', o: 'opened', k: 'clicked' };

/** The letters that count for the whole email if the outcome names no recipient. */
const ofEmails = new Set(['o', 'k']);

/** The letters of a bounce. `t` and `r` give the kind of the accompanying `b`. */
const ofBounces = new Set(['b', 't', 'r', 'f']);

const time = (iso: string | null, otherwise: number): number => (iso === null ? otherwise : Date.parse(iso));

/**
 * The state in which the email waits. Null once SES has accepted it, or once it has failed or was canceled.
 */
function waitingOf({ state, outcomes }: EmailMeta): 'scheduled' | 'queued' | null {
  if (Object.keys(outcomes).length > 0) return null;
  if (state === 'scheduled') return 'scheduled';
  return state === 'queued' || state === 'sending' ? 'queued' : null;
}

/**
 * Outcomes new in `after`. Entries are never changed. A recipient refused by the receiving server counts as
 * bounced once, with the first kind reported. A message that SES rejected fails for all recipients.
 */
function outcomeCounts(before: EmailMeta | null, after: EmailMeta): EmailCount[] {
  const known = before?.outcomes ?? {};
  const isFirstBounce = (position: number, letter: string) => {
    const bounces = Object.hasOwn(after.outcomes, `${position}b`);
    if (letter === 'f') return !bounces;
    return bounces && !Object.hasOwn(known, `${position}b`) && !Object.hasOwn(known, `${position}f`);
  };
  return Object.entries(after.outcomes).flatMap(([key, at]): EmailCount[] => {
    const letter = key.slice(-1);
    const isWholeEmail = key.startsWith('*');
    const counter = (isWholeEmail ? lettersOfEmail : letters)[letter];
    if (counter === undefined || Object.hasOwn(known, key)) return [];
    // With several recipients, who opened is unknown, so the email counts once (E12, E46).
    const n = ofEmails.has(letter) ? 1 : after.recipient_count;
    if (isWholeEmail) return [{ counter, n, at, position: null }];
    const position = Number.parseInt(key, 10);
    if (ofBounces.has(letter) && !isFirstBounce(position, letter)) return [];
    return [{ counter, n: 1, at, position }];
  });
}

/**
 * The counter changes that result from a change of an email's meta. Each fact occurs in one change, so it
 * counts once.
 */
export function countsOfChange(
  { before, after, changed_at }: Pick<EmailChange, 'before' | 'after' | 'changed_at'>,
  { sandbox }: { sandbox: boolean },
): EmailCount[] {
  const created = Date.parse(after.created_at);
  const counts: EmailCount[] = [];
  const add = (counter: CounterName, at: number, n = after.recipient_count) =>
    counts.push({ counter, n, at, position: null });

  const failed = after.state === 'failed' && before?.state !== 'failed';
  const failure = refusals.has(after.failure_reason ?? '') ? 'suppressed' : 'failed';
  if (failed) add(failure, time(after.failed_at, changed_at));
  // A refused send's record starts out failed, because nothing was accepted (Q17).
  if (before === null && !failed) add('accepted', created);

  const [was, is] = [before && waitingOf(before), waitingOf(after)];
  if (was !== is && was !== null) add(was, created, -after.recipient_count);
  if (was !== is && is !== null) add(is, created);

  // A scheduled email counts toward limits when it is dispatched (A11).
  const used = sandbox ? 'sandbox_used' : 'plan_used';
  const use = (at: number) => {
    add(used, at);
    if (streamOf(after.category) === 'product') add('product_used', at);
  };
  if (before === null && !failed && after.state !== 'scheduled') use(created);
  if (before?.state === 'scheduled' && after.state === 'queued') use(changed_at);

  if (before?.sent_at == null && after.sent_at !== null) add('sent', time(after.sent_at, changed_at));
  return [...counts, ...outcomeCounts(before, after)];
}
