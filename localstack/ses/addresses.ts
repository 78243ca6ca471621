import addressparser from 'nodemailer/lib/addressparser';
import { SesError } from './errors.ts';
import { fieldsNamed, fieldValue, type Message } from './mime.ts';

export function addressesIn(list: string): string[] {
  return addressparser(list, { flatten: true }).map((mailbox) => mailbox.address);
}

export function mailboxesIn(list: string): string[] {
  const mailboxes = addressparser(list, { flatten: true });
  return mailboxes.map(({ name, address }) => (name ? `${name} <${address}>` : address));
}

/** The bare addresses of To, Cc and Bcc, in order. */
export function headerRecipients({ fields }: Message): string[] {
  return ['to', 'cc', 'bcc'].flatMap((name) =>
    fieldsNamed(fields, name).flatMap((field) => addressesIn(fieldValue(field))),
  );
}

const local = /^(?:"[\x20-\x7e]{1,62}"|[\x21-\x7e]{1,64})$/;
const domain =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** The bare address of `Name <address>` or `address`; SES's words when it is none. */
export function bareAddress(value: string): string {
  const address = (/<([^<>]*)>\s*$/.exec(value)?.[1] ?? value).trim();
  const at = address.lastIndexOf('@');
  if (at < 1) throw new SesError('invalid', "Missing final '@domain'");
  if (!local.test(address.slice(0, at))) {
    throw new SesError('invalid', 'Local address contains control or whitespace');
  }
  if (!domain.test(address.slice(at + 1))) throw new SesError('invalid', 'Domain contains illegal character');
  return address;
}
