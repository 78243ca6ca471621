import * as z from 'zod';
import { isObject, jsonIn } from '../../core/json-path.ts';

const text = z
  .string()
  .transform((value) => value.toWellFormed() || null)
  .nullable()
  .catch(null);

/** Epoch ms. Null if missing or outside the range of an id's time part. */
const moment = z
  .string()
  .transform((value) => {
    const ms = Date.parse(value);
    return ms > 0 && ms < 2 ** 48 ? ms : null;
  })
  .nullable()
  .catch(null);

/** An unreadable address becomes an empty one, which is ignored. */
const emailAddress = z.string().catch('');
const address = z.object({ emailAddress });
/** Anything but an object counts as an entry without an address. */
const object = z.unknown().transform((value) => (isObject(value) ? value : {}));
const listOf = <Entry extends typeof address>(entry: Entry) => z.array(object.pipe(entry)).catch([]);
const tag = z.array(z.string()).catch([]);

/** An event's message. `tags` are the worker's tags. */
const mail = z.object({
  timestamp: moment,
  messageId: z.string().min(1).max(200),
  // Reads all recipients or none, because a recipient's index is its position in the email.
  destination: z.array(z.string()).catch([]),
  tags: z.object({ email_id: tag, account: tag, attempt: tag }),
});

const bouncedRecipient = address.extend({ action: text, status: text, diagnosticCode: text });
const bounce = z.object({
  timestamp: moment,
  bounceType: text,
  bounceSubType: text,
  remoteMtaIp: text,
  reportingMTA: text,
  bouncedRecipients: listOf(bouncedRecipient),
});

const complaint = z.object({
  timestamp: moment,
  complaintSubType: text,
  complaintFeedbackType: text,
  complainedRecipients: listOf(address),
});

const delivery = z.object({
  timestamp: moment,
  processingTimeMillis: z.number().nullable().catch(null),
  recipients: z.array(emailAddress).catch([]),
  smtpResponse: text,
  remoteMtaIp: text,
});

const deliveryDelay = z.object({
  timestamp: moment,
  delayType: text,
  expirationTime: moment,
  delayedRecipients: listOf(address.extend({ diagnosticCode: text })),
});

const reject = z.object({ reason: text }).catch({ reason: null });
const failure = z.object({ errorMessage: text }).catch({ errorMessage: null });

/**
 * SES's event publishing JSON. Values that are missing or have the wrong type become null or empty, except
 * those that identify the message.
 */
const sesEvent = z.discriminatedUnion('eventType', [
  z.object({ eventType: z.literal('Send'), mail }),
  z.object({ eventType: z.literal('Delivery'), mail, delivery }),
  z.object({ eventType: z.literal('Bounce'), mail, bounce }),
  z.object({ eventType: z.literal('Complaint'), mail, complaint }),
  z.object({ eventType: z.literal('DeliveryDelay'), mail, deliveryDelay }),
  z.object({ eventType: z.literal('Reject'), mail, reject }),
  z.object({ eventType: z.literal('Rendering Failure'), mail, failure }),
]);

export type SesEvent = z.output<typeof sesEvent>;
export type SesBounce = z.output<typeof bounce>;
export type SesComplaint = z.output<typeof complaint>;
export type SesDelivery = z.output<typeof delivery>;
export type SesDelay = z.output<typeof deliveryDelay>;
export type BouncedRecipient = z.output<typeof bouncedRecipient>;

/** SES's own tracking, which we never enable. */
const unused = ['Open', 'Click', 'Subscription'];

/** One topic message, raw or in an SNS envelope, or why it isn't our event. Never throws. */
export function readSesEvent(body: string): SesEvent | { ignored: string } {
  let value = jsonIn(body);
  if (isObject(value) && typeof value.Message === 'string') value = jsonIn(value.Message);
  if (!isObject(value)) return { ignored: 'no_json_object' };
  if (unused.includes(value.eventType as string)) return { ignored: 'unused_event_type' };
  const parsed = sesEvent.safeParse(value);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path[0];
  return { ignored: path === 'eventType' ? 'unknown_event_type' : 'not_ours' };
}
