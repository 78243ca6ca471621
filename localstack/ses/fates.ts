import type { ConfigurationSet } from './configuration-sets.ts';
import { mailObject, outcomeEvents, rejectEvent, type SesEvent, sendEvent } from './events.ts';
import type { Accepted } from './messages.ts';
import type { Message } from './mime.ts';
import { domainOf, isSesSimulator, type Outcome, outcomeOf } from './outcomes.ts';
import type { Ses } from './state.ts';
import { type Suppressions, suppressedReasons, type Tenant } from './tenants.ts';

// SES takes this text for a virus, so that a Reject can be provoked.
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** The list that decides for a message, and the reasons for which SES leaves a recipient out and adds to it. */
type SuppressionList = { reasons: string[]; suppressions: Suppressions };

/**
 * The list for a message. Reasons and scope are the configuration set's own where it has some, else the tenant's, else
 * the account's; without a tenant there is the account's list only.
 */
export function listFor(
  ses: Ses,
  set: ConfigurationSet | undefined,
  tenant: Tenant | undefined,
): SuppressionList {
  const { SuppressedReasons, SuppressionScope } = set?.SuppressionOptions ?? {};
  const own = tenant?.suppression;
  const scope = SuppressionScope ?? own?.SuppressionScope ?? 'ACCOUNT';
  const reasons = SuppressedReasons ?? own?.SuppressedReasons ?? suppressedReasons;
  return { reasons, suppressions: tenant && scope === 'TENANT' ? tenant.suppressions : ses.suppressions };
}

export function fates(ses: Ses, recipients: string[], list: SuppressionList): Map<string, Outcome> {
  return new Map(
    recipients.map((recipient) => [
      recipient,
      list.suppressions.holds(recipient, list.reasons)
        ? 'account_suppressed'
        : outcomeOf(recipient, ses.control.outcomes),
    ]),
  );
}

/** Puts hard bounces and complaints on the list where the reasons say so; never simulator addresses. */
export function growSuppressionList(fate: Map<string, Outcome>, list: SuppressionList): void {
  const because: Partial<Record<Outcome, string>> = {
    bounce: 'BOUNCE',
    refused: 'BOUNCE',
    complaint: 'COMPLAINT',
  };
  for (const [recipient, outcome] of fate) {
    const reason = because[outcome];
    if (reason && list.reasons.includes(reason) && !isSesSimulator(recipient))
      list.suppressions.put(recipient, reason);
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
    const recipients = group.map(([recipient]) => recipient);
    return outcomeEvents(mail, group[0]?.[1] ?? 'delivery', {
      recipients,
      now: ses.now(),
      region: ses.region,
    });
  });
  return [sendEvent(mail), ...outcomes];
}
