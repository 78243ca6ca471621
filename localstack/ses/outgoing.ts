import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import type { Identity } from './identities.ts';
import { type Field, fieldsNamed, type Message, writeMessage } from './mime.ts';

// The fields that SES signs if the message has them. Changing one of them in transit breaks the signature.
const covered = [
  'from:reply-to:sender:to:cc:subject:date:message-id:in-reply-to:references:mime-version:content-type',
  'content-transfer-encoding:list-unsubscribe:list-unsubscribe-post:feedback-id',
];

/** The host in SES's message ids and default return paths in that region. */
export function sesHost(region: string): { messageId: string; returnPath: string } {
  const here = region === 'us-east-1';
  return {
    messageId: here ? 'email.amazonses.com' : `${region}.amazonses.com`,
    returnPath: here ? 'amazonses.com' : `${region}.amazonses.com`,
  };
}

function field(name: string, value: string): Field {
  return { name, line: `${name}: ${value}` };
}

/**
 * The message as SES sends it, before signing: SES's Message-ID and Date, no Bcc or X-SES- fields from the caller, a
 * MIME-Version if it was missing, and SES's Feedback-ID and X-SES-Outgoing.
 */
export function outgoingMessage(message: Message, messageId: string, region: string, now: number): Message {
  const fields = message.fields.filter(
    ({ name }) => !/^(?:message-id|date|bcc|x-ses-.*|return-path)$/i.test(name),
  );
  const has = (name: string) => fieldsNamed(fields, name).length > 0;
  const date = new Date(now);
  if (!has('MIME-Version')) fields.push(field('MIME-Version', '1.0'));
  fields.push(field('Message-ID', `<${messageId}@${sesHost(region).messageId}>`));
  fields.push(field('Date', date.toUTCString().replace('GMT', '+0000')));
  if (!has('Feedback-ID')) fields.push(field('Feedback-ID', `::1.${region}.${randomUUID()}:AmazonSES`));
  const day = date.toISOString().slice(0, 10).replaceAll('-', '.');
  fields.push(field('X-SES-Outgoing', `${day}-54.240.8.50`));
  return { fields, body: message.body };
}

/** The key that this identity signs with now. There is none until the key's record has been found. */
export function signingKey(identity: Identity): DKIM.SingleKeyOptions | undefined {
  const { name, selector, privateKey, status } = identity;
  const ready = status === 'SUCCESS' || status === 'TEMPORARY_FAILURE';
  return ready && selector && privateKey
    ? { domainName: name, keySelector: selector, privateKey }
    : undefined;
}

export async function signedBytes(message: Message, key: DKIM.SingleKeyOptions | undefined): Promise<Buffer> {
  const bytes = writeMessage(message);
  return key ? buffer(new DKIM({ ...key, headerFieldNames: covered.join(':') }).sign(bytes)) : bytes;
}
