import type { Email } from '../../core/records/emails.ts';
import type { EmailEvent } from '../../core/records/events.ts';
import type { Visit } from '../../core/records/tracking.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Publishing, Timeline, Visits } from '../context.ts';
import { newEmailEvent } from '../events/email-event.ts';
import { readEndpoints } from '../webhooks/publish.ts';
import { publishServiceEvent } from '../webhooks/publish-email-event.ts';
import { type Counted, isMachine, isWrittenBy, judgeVisit } from './judge-visit.ts';

const attempts = 4;
const user_agent_length = 500;

type Recording = Base & Visits & Timeline & Publishing;

/** A visit's event. Names a recipient only if the email has just one. */
function eventOf(ctx: Base, email: Email, visit: Visit, { machine, first, day, n }: Counted): EmailEvent {
  const { type, at, ip, target } = visit;
  const name = type === 'open' ? 'email.opened' : 'email.clicked';
  const position = email.recipient_count === 1 ? 0 : null;
  const variant = `${day}.${n}`;
  const when = type === 'open' ? { opened_at: timestamp(at) } : { clicked_at: timestamp(at), url: target };
  const user_agent = visit.user_agent.slice(0, user_agent_length);
  const data = { ...when, ip, user_agent, machine, first };
  return newEmailEvent(email, { type: name, position, variant, at, data }, ctx.runtime.now());
}

/**
 * Records email.opened or email.clicked. A single conditional write determines whether and how this visit
 * counts, so concurrent visits see each other. A missing email creates no event. If the function dies after
 * that write, this one open or click is lost, because no queue retries a visit.
 */
export async function recordVisit(
  ctx: Recording,
  visit: Visit,
): Promise<'recorded' | 'not_counted' | 'unknown_email' | 'busy'> {
  const mark = ctx.runtime.secret(8, 'base64url');
  let tried: Counted | null = null;
  for (let round = 0; round < attempts; round++) {
    const seen = await ctx.visits.read(visit.email_id);
    if (seen === null) return 'unknown_email';
    const { email, state } = seen;
    // A write with a lost response is retried, and its condition then fails because of itself.
    let counted = isWrittenBy(mark, state) ? tried : null;
    if (counted === null) {
      const judged = judgeVisit(state, visit, { machine: isMachine(email, visit), mark });
      if (judged === null) return 'not_counted';
      counted = tried = judged.counted;
      if (!(await ctx.visits.write(email, state, judged.next))) continue;
    }
    await publishVisit(ctx, email, visit, counted);
    return 'recorded';
  }
  return 'busy';
}

/** The row, the outcome, and the webhooks. A person's first visit counts in the statistics. */
async function publishVisit(ctx: Recording, email: Email, visit: Visit, counted: Counted): Promise<void> {
  const event = eventOf(ctx, email, visit, counted);
  const { email_id, account } = event;
  const key = `${event.position ?? '*'}${visit.type === 'open' ? 'o' : 'k'}`;
  const counts = counted.first && !counted.machine;
  const [endpoints] = await Promise.all([
    readEndpoints(ctx, account),
    ctx.events.putEvent(event),
    counts && ctx.events.noteOutcome({ email_id, account, key, at: visit.at }),
  ]);
  await publishServiceEvent(ctx, email, event, { repeat: false, endpoints });
}
