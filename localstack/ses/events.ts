import { randomUUID } from 'node:crypto';
import type { Accepted } from './messages.ts';
import { fieldValue, headerValue, type Message, mailboxesIn } from './mime.ts';
import { domainOf, type Outcome } from './outcomes.ts';

/** One SES event, with its type as event destinations name it and the JSON for SNS. */
export type SesEvent = { type: string; json: string };

const headerLimit = 10 * 1024;

function commonHeaders(accepted: Accepted, { fields }: Message): Record<string, unknown> {
  const common: Record<string, unknown> = {};
  for (const name of ['from', 'date', 'to', 'cc', 'subject']) {
    const value = headerValue(fields, name);
    if (value === undefined) continue;
    common[name] = ['from', 'to', 'cc'].includes(name) ? mailboxesIn(value) : value;
  }
  return { ...common, messageId: accepted.message_id };
}

function headersOf({ fields }: Message): {
  headers: { name: string; value: string }[];
  headersTruncated: boolean;
} {
  const headers: { name: string; value: string }[] = [];
  let size = 0;
  for (const field of fields) {
    size += field.line.length;
    if (size > headerLimit) return { headers, headersTruncated: true };
    headers.push({ name: field.name, value: fieldValue(field) });
  }
  return { headers, headersTruncated: false };
}

function tagsOf(accepted: Accepted): Record<string, string[]> {
  const own = Object.fromEntries(Object.entries(accepted.tags).map(([name, value]) => [name, [value]]));
  return {
    'ses:operation': [accepted.operation],
    'ses:configuration-set': [accepted.configuration_set ?? ''],
    'ses:source-ip': ['127.0.0.1'],
    'ses:from-domain': [domainOf(accepted.source)],
    'ses:caller-identity': ['local'],
    ...own,
  };
}

export function mailObject(accepted: Accepted, message: Message, account: string, region: string) {
  return {
    timestamp: accepted.at,
    source: headerValue(message.fields, 'from') ?? accepted.source,
    sourceArn: `arn:aws:ses:${region}:${account}:identity/${accepted.identity}`,
    sendingAccountId: account,
    messageId: accepted.message_id,
    // The order is arbitrary, and readers must not rely on it.
    destination: accepted.destinations.toReversed(),
    ...headersOf(message),
    commonHeaders: commonHeaders(accepted, message),
    tags: tagsOf(accepted),
  };
}

type Mail = ReturnType<typeof mailObject>;

function event(type: string, mail: Mail, rest: Record<string, unknown>): SesEvent {
  return { type, json: JSON.stringify({ eventType: type, mail, ...rest }) };
}

/** An id like SES's: `0100` for us-east-1, the time in hex, a UUID, and a counter. */
export function sesId(now: number, region: string): string {
  const places: Record<string, string> = { 'us-east-1': '0100', 'us-west-2': '0101', 'eu-west-1': '0102' };
  return `${places[region] ?? '0107'}${now.toString(16).padStart(12, '0')}-${randomUUID()}-000000`;
}

type Bounce = [
  type: string,
  subtype: string,
  status?: string,
  diagnostic?: string,
  mta?: Record<string, string>,
];

const asynchronous = { reportingMTA: 'dsn; mail.example.com' };
const inDialogue = { remoteMtaIp: '127.0.2.0', reportingMTA: 'dns; a8-50.smtp-out.amazonses.com' };
const suppressedText =
  'Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an ' +
  'invalid address. For more information about how to remove an address from the suppression list, see the ' +
  'Amazon SES Developer Guide.';
const onListText =
  'Amazon SES did not send the message to this address because it is on the suppression list for your account. ' +
  'For more information about removing addresses from the suppression list, see the Amazon SES Developer Guide.';

// bounce@simulator looks like a late DSN: no remoteMtaIp, and a reportingMTA that isn't SES's (E1).
const bounces: Partial<Record<Outcome, Bounce>> = {
  bounce: ['Permanent', 'General', '5.1.1', 'smtp; 550 5.1.1 user unknown', asynchronous],
  refused: ['Permanent', 'General', '5.1.1', 'smtp; 550 5.1.1 user unknown', inDialogue],
  soft_bounce: ['Transient', 'MailboxFull', '4.2.2', 'smtp; 452 4.2.2 mailbox full', asynchronous],
  block: ['Permanent', 'General', '5.7.1', 'smtp; 550 5.7.1 message refused by policy', inDialogue],
  undetermined: ['Undetermined', 'Undetermined', undefined, undefined, asynchronous],
  // An automatic reply has no action, status, or diagnosticCode (E5).
  ooto: ['Transient', 'General', undefined, undefined, asynchronous],
  suppressed: ['Permanent', 'Suppressed', '5.1.1', suppressedText, { reportingMTA: 'dns; amazonses.com' }],
  account_suppressed: [
    'Permanent',
    'OnAccountSuppressionList',
    '5.1.1',
    onListText,
    { reportingMTA: 'dns; amazonses.com' },
  ],
};

/** One event's recipients, time, and region. */
type Of = { recipients: string[]; now: number; region: string };

function bounceEvent(mail: Mail, bounce: Bounce, { recipients, now, region }: Of): SesEvent {
  const [bounceType, bounceSubType, status, diagnosticCode, mta] = bounce;
  const said = status ? { action: 'failed', status, diagnosticCode } : {};
  const bouncedRecipients = recipients.map((emailAddress) => ({ emailAddress, ...said }));
  const timestamp = new Date(now).toISOString();
  const feedbackId = sesId(now, region);
  return event('Bounce', mail, {
    bounce: { feedbackId, bounceType, bounceSubType, bouncedRecipients, timestamp, ...mta },
  });
}

function deliveryEvent(mail: Mail, { recipients, now }: Of): SesEvent {
  const delivery = {
    timestamp: new Date(now).toISOString(),
    processingTimeMillis: Math.max(1, now - Date.parse(mail.timestamp)),
    recipients,
    smtpResponse: '250 2.6.0 Message received',
    remoteMtaIp: '127.0.2.0',
    reportingMTA: 'a8-50.smtp-out.amazonses.com',
  };
  return event('Delivery', mail, { delivery });
}

function complaintEvent(mail: Mail, { recipients, now, region }: Of): SesEvent {
  const timestamp = new Date(now).toISOString();
  const complaint = {
    feedbackId: sesId(now, region),
    complaintSubType: null,
    complainedRecipients: recipients.map((emailAddress) => ({ emailAddress })),
    timestamp,
    userAgent: 'Amazon SES Mailbox Simulator',
    complaintFeedbackType: 'abuse',
    arrivalDate: timestamp,
  };
  return event('Complaint', mail, { complaint });
}

function delayEvent(mail: Mail, { recipients, now }: Of): SesEvent {
  const said = { status: '4.4.1', diagnosticCode: 'smtp; 421 4.4.1 Unable to connect to remote host' };
  const deliveryDelay = {
    timestamp: new Date(now).toISOString(),
    delayType: 'TransientCommunicationFailure',
    expirationTime: new Date(now + 14 * 3600 * 1000).toISOString(),
    delayedRecipients: recipients.map((emailAddress) => ({ emailAddress, ...said })),
    reportingMTA: 'a8-50.smtp-out.amazonses.com',
  };
  return event('DeliveryDelay', mail, { deliveryDelay });
}

/** The events of recipients with the same domain and outcome, in SES's order. */
export function outcomeEvents(mail: Mail, outcome: Outcome, of: Of): SesEvent[] {
  const bounce = bounces[outcome];
  const delivered = deliveryEvent(mail, of);
  if (outcome === 'silent') return [];
  if (outcome === 'delay') return [delayEvent(mail, of)];
  if (outcome === 'complaint') return [delivered, complaintEvent(mail, of)];
  if (outcome === 'ooto' && bounce) return [delivered, bounceEvent(mail, bounce, of)];
  return [bounce ? bounceEvent(mail, bounce, of) : delivered];
}

export function rejectEvent(mail: Mail): SesEvent {
  return event('Reject', mail, { reject: { reason: 'Bad content' } });
}

export function sendEvent(mail: Mail): SesEvent {
  return event('Send', mail, { send: {} });
}
