import { mailObject, outcomeEvents, rejectEvent, type SesEvent, sendEvent } from './events.ts';
import type { Accepted } from './messages.ts';
import type { Message } from './mime.ts';
import { domainOf, outcomeOf } from './outcomes.ts';
import type { Ses } from './state.ts';

// SES treats this text as a virus, so that tests can cause a Reject.
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** A message's events: one Send, then one event per domain and outcome, or one Reject. */
export function eventsOf(ses: Ses, accepted: Accepted, message: Message): SesEvent[] {
  const fate = new Map(accepted.destinations.map((to) => [to, outcomeOf(to, ses.control.outcomes)]));
  const mail = mailObject(accepted, message, ses.account_id, ses.region);
  const virus = message.body.includes(eicar);
  if (virus || ses.control.reject_all || [...fate.values()].includes('reject')) return [rejectEvent(mail)];
  const groups = Map.groupBy(fate, ([recipient, outcome]) => `${outcome} ${domainOf(recipient)}`);
  const outcomes = [...groups.values()].flatMap((group) => {
    const recipients = group.map(([recipient]) => recipient);
    return outcomeEvents(mail, group[0]?.[1] ?? 'delivery', {
      recipients,
      now: ses.now(),
      region: ses.region,
    });
  });
  return [sendEvent(mail), ...outcomes];
}
