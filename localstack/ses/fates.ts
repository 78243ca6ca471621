import type { ConfigurationSet } from './configuration-sets.ts';
import { mailObject, outcomeEvents, rejectEvent, type SesEvent, sendEvent } from './events.ts';
import type { Accepted } from './messages.ts';
import type { Message } from './mime.ts';
import { domainOf, isSesSimulator, type Outcome, outcomeOf } from './outcomes.ts';
import type { Ses } from './state.ts';

// SES takes this text for a virus, so that a Reject can be provoked.
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** Reasons for which SES leaves a recipient out and adds to its list: the set's own, else the account's. */
function suppressedReasons(ses: Ses, set: ConfigurationSet | undefined): string[] {
  return set?.SuppressionOptions?.SuppressedReasons ?? ses.account.suppressed_reasons;
}

/** What becomes of each recipient, by address. */
export function fates(
  ses: Ses,
  recipients: string[],
  set: ConfigurationSet | undefined,
): Map<string, Outcome> {
  const reasons = suppressedReasons(ses, set);
  return new Map(
    recipients.map((recipient) => [
      recipient,
      ses.suppressions.holds(recipient, reasons)
        ? 'account_suppressed'
        : outcomeOf(recipient, ses.control.outcomes),
    ]),
  );
}

/** Puts hard bounces and complaints on the account's list where the reasons say so; never simulator addresses. */
export function growSuppressionList(
  ses: Ses,
  fate: Map<string, Outcome>,
  set: ConfigurationSet | undefined,
): void {
  const reasons = suppressedReasons(ses, set);
  const because: Partial<Record<Outcome, string>> = {
    bounce: 'BOUNCE',
    refused: 'BOUNCE',
    complaint: 'COMPLAINT',
  };
  for (const [recipient, outcome] of fate) {
    const reason = because[outcome];
    if (reason && reasons.includes(reason) && !isSesSimulator(recipient))
      ses.suppressions.put(recipient, reason);
  }
}

/** The events of a message: one Send, then one event for each domain and outcome; or one Reject. */
export function eventsOf(
  ses: Ses,
  accepted: Accepted,
  message: Message,
  fate: Map<string, Outcome>,
): SesEvent[] {
  const mail = mailObject(accepted, message, ses.account_id, ses.region);
  const virus = message.body.includes(eicar);
  if (virus || ses.control.reject_all || [...fate.values()].includes('reject')) return [rejectEvent(mail)];
  const groups = Map.groupBy(fate, ([recipient, outcome]) => `${outcome} ${domainOf(recipient)}`);
  const outcomes = [...groups.values()].flatMap((group) => {
    const outcome = group[0]?.[1] ?? 'delivery';
    return outcomeEvents(
      mail,
      outcome,
      group.map(([recipient]) => recipient),
      ses.now(),
      ses.region,
    );
  });
  return [sendEvent(mail), ...outcomes];
}
