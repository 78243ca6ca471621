import { type ConfigurationSet, topicsFor } from './configuration-sets.ts';
import { SesError } from './errors.ts';
import { mailObject, outcomeEvents, rejectEvent, type SesEvent, sendEvent, sesId } from './events.ts';
import { checkHeaderOctets } from './header-octets.ts';
import type { Identity } from './identities.ts';
import type { Accepted, Overrides } from './messages.ts';
import {
  addressesIn,
  bareAddress,
  checkMessage,
  headerRecipients,
  headerValue,
  type Message,
  parseMessage,
} from './mime.ts';
import { domainOf, isSesSimulator, outcomeOf } from './outcomes.ts';
import { outgoingMessage, sesHost, signedBytes, signingKey } from './outgoing.ts';
import { refuse } from './refusals.ts';
import type { Ses } from './state.ts';
import { sendingTenant } from './tenant-resources.ts';

type Tag = { Name: string; Value: string };

type Handover = {
  raw: Buffer;
  source?: string;
  /** Default: To, Cc, and Bcc. */
  destinations?: string[];
  tags: Tag[];
  configurationSet?: string;
  /** Default: the field X-SES-TENANT. */
  tenant?: string;
  overrides?: Overrides;
};

const recipientsAtMost = 50;

/** Every address in From must belong to a verified identity. Returns From's identity. */
async function verifiedSender(ses: Ses, handover: Handover, message: Message): Promise<Identity> {
  const from = addressesIn(headerValue(message.fields, 'from') ?? handover.source ?? '');
  if (from.length === 0) throw new SesError('invalid', 'Missing required header "From".');
  const claimed = [
    ...from,
    handover.source,
    headerValue(message.fields, 'sender'),
    headerValue(message.fields, 'return-path'),
  ];
  const failed: string[] = [];
  const found: Identity[] = [];
  for (const address of new Set(claimed.flatMap((value) => (value ? [bareAddress(value)] : [])))) {
    const identity = await ses.identities.sender(address);
    if (identity) found.push(identity);
    else failed.push(address);
  }
  if (failed.length > 0 || !found[0]) throw notVerified(ses, failed);
  return found[0];
}

function notVerified({ region }: Ses, failed: string[]): SesError {
  const who = `The following identities failed the check in region ${region.toUpperCase()}: ${failed.join(', ')}`;
  return new SesError('rejected', `Email address is not verified. ${who}`);
}

/** In SES's sandbox, mail goes only to the simulator and to verified identities. */
async function checkRecipients(ses: Ses, recipients: string[]): Promise<void> {
  const failed: string[] = [];
  for (const address of recipients)
    if (!isSesSimulator(address) && !(await ses.identities.sender(address))) failed.push(address);
  if (failed.length > 0) throw notVerified(ses, failed);
}

function checkOverrides({ Tracking = {} }: Overrides = {}): void {
  const wrong = Object.values(Tracking).find((value) => !['ENABLED', 'DISABLED'].includes(value));
  if (wrong !== undefined) throw new SesError('invalid', `Invalid feature status <${wrong}>.`);
}

function recipientsOf(handover: Handover, message: Message): string[] {
  const named = handover.destinations?.length ? handover.destinations : headerRecipients(message);
  const recipients = named.map(bareAddress);
  if (recipients.length === 0) throw new SesError('invalid', 'Missing required recipients.');
  if (recipients.length > recipientsAtMost)
    throw new SesError('invalid', `Recipient count exceeds ${recipientsAtMost}.`);
  return recipients;
}

/** Tags of the call, or those in X-SES-MESSAGE-TAGS (`a=1, b=2`). */
function tagsOf(handover: Handover, message: Message): Record<string, string> {
  const header = headerValue(message.fields, 'x-ses-message-tags') ?? '';
  const named = header
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return { Name: name.trim(), Value: value.trim() };
    });
  const tags = handover.tags.length > 0 ? handover.tags : named;
  for (const { Name, Value } of tags) {
    if (!/^[A-Za-z0-9_-]{1,256}$/.test(Name ?? ''))
      throw new SesError('invalid', `Invalid tag name: <${Name}>.`);
    if (!/^[A-Za-z0-9_.@-]{1,256}$/.test(Value ?? ''))
      throw new SesError('invalid', `Invalid tag value: <${Value}>.`);
  }
  return Object.fromEntries(tags.map(({ Name, Value }) => [Name, Value]));
}

function configurationSet(ses: Ses, handover: Handover, message: Message, identity: Identity) {
  const header = headerValue(message.fields, 'x-ses-configuration-set');
  const name = handover.configurationSet || header || identity.configuration_set;
  if (!name) return undefined;
  const set = ses.sets.get(name);
  if (set.SendingOptions?.SendingEnabled === false)
    throw new SesError('paused', `Sending is paused for configuration set <${name}>.`);
  return set;
}

function returnPath(ses: Ses, identity: Identity, messageId: string): string {
  const own = identity.mail_from_status === 'SUCCESS' ? identity.mail_from : undefined;
  return `${messageId}@${own ?? sesHost(ses.region).returnPath}`;
}

// SES treats this text as a virus, so that tests can cause a Reject.
const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*';

/** A message's events: one Send, then one event per domain and outcome, or one Reject. */
function eventsOf(ses: Ses, accepted: Accepted, message: Message): SesEvent[] {
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

function dispatch(
  ses: Ses,
  accepted: Accepted,
  message: Message,
  raw: Buffer,
  { identity, set }: { identity: Identity; set?: ConfigurationSet },
) {
  const now = ses.now();
  const outgoing = outgoingMessage(message, accepted.message_id, ses.region, now);
  const events = eventsOf(ses, accepted, message);
  ses.messages.add(accepted, raw, signedBytes(outgoing, signingKey(identity)));
  ses.feed?.enqueue(accepted.message_id, accepted.return_path, accepted.destinations);
  ses.publisher.enqueue(
    events.flatMap(({ type, json }) => topicsFor(set, type).map((topicArn) => ({ topicArn, json }))),
  );
}

/**
 * Accepts a message as SES does and returns its SES message id. The rest happens in the background. Throws SesError:
 * throttled, invalid, rejected, not_found, paused.
 */
export async function sendMessage(ses: Ses, handover: Handover): Promise<string> {
  const { refusal } = ses.control;
  const { source, configurationSet: named } = handover;
  if (refusal !== null) refuse(refusal, { source, set: named, region: ses.region, account: ses.account_id });
  checkOverrides(handover.overrides);
  const message = parseMessage(handover.raw);
  checkMessage(handover.raw, message);
  checkHeaderOctets(handover.raw);
  const destinations = recipientsOf(handover, message);
  try {
    ses.throttle(destinations.length);
  } catch (error) {
    ses.sent.throttled++;
    throw error;
  }
  const identity = await verifiedSender(ses, handover, message);
  if (ses.control.sandbox) await checkRecipients(ses, destinations);
  const tags = tagsOf(handover, message);
  const set = configurationSet(ses, handover, message, identity);
  const named_tenant = handover.tenant ?? headerValue(message.fields, 'x-ses-tenant');
  const tenant = sendingTenant(ses, named_tenant, {
    identity: identity.name,
    set: set?.ConfigurationSetName,
  });
  const message_id = sesId(ses.now(), ses.region);
  const accepted: Accepted = {
    message_id,
    at: new Date(ses.now()).toISOString(),
    operation: 'SendEmail',
    source: bareAddress(handover.source ?? headerValue(message.fields, 'from') ?? ''),
    destinations,
    identity: identity.name,
    return_path: returnPath(ses, identity, message_id),
    tags,
    configuration_set: set?.ConfigurationSetName,
    tenant: tenant?.name,
    overrides: handover.overrides,
    subject: headerValue(message.fields, 'subject') ?? '',
    size: handover.raw.length,
  };
  ses.sent.total += destinations.length;
  dispatch(ses, accepted, message, handover.raw, { identity, set });
  return message_id;
}
