import { canonicalAddress, formatMailbox, isAddress, parseMailbox } from '../../core/addresses.ts';
import { characters, trimBlanks } from '../../core/characters.ts';
import type { SendEmailStep } from '../../core/records/automations.ts';
import { fillFault, fillHtml, fillPart, fillText, fillValue, fillWhole } from '../automations/fill.ts';
import type { Scope } from '../automations/references.ts';
import { anyRoom, lineRoom, textRoom, upTo } from '../automations/room.ts';
import { maybeManaged } from '../content/managed-unsubscribe.ts';
import { distinctRecipients } from '../sending/recipients.ts';
import type { Submission } from '../sending/submission.ts';

const max_name = 200;
const max_subject = 998;
const max_tag = 256;

const cut = (text: string, max: number): string => [...text].slice(0, max).join('');

/** A display name on one line, with room for what is trimmed. Characters a header can't carry become spaces. */
function fillName(written: string, scope: Scope): string {
  const text = fillText(written, scope, upTo(10 * max_name)).toWellFormed();
  return cut(trimBlanks(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')), max_name);
}

/** A quoted string, or an unclosed quote to the end. It always matches, so no quote is tried twice. */
const quotedString = /"(?:[^"\\]|\\.?)*("|$)/gs;

/** Index of the first `<` outside quoted strings. */
const bracketOf = (text: string): number =>
  text.replace(quotedString, (found, end) => (end === '"' ? '"'.repeat(found.length) : found)).indexOf('<');

/** Splits `name <address>` before filling, so a value never creates a second part. */
function partsOf(written: string): { name: string; address: string } {
  const text = trimBlanks(written);
  const bracket = bracketOf(text);
  if (bracket < 0 || !text.endsWith('>')) return { name: '', address: written };
  const name = text.slice(0, bracket).trim();
  const quoted = /^"(.*)"$/s.exec(name)?.[1];
  const address = text.slice(bracket + 1, -1);
  return { name: quoted === undefined ? name : quoted.replace(/\\(.)/gs, '$1'), address };
}

/** One mailbox with its values. Throws 400 unless it has exactly one address. */
function fillMailbox(path: string, written: string, scope: Scope): string {
  const { name, address } = partsOf(written);
  const email = trimBlanks(fillWhole(path, address, scope));
  if (!isAddress(email)) throw fillFault(path, 'format', 'the filled-in value is not one email address');
  return formatMailbox({ email, name: fillName(name, scope) });
}

const fillMailboxes = (path: string, written: string | string[], scope: Scope): string[] =>
  Array.isArray(written)
    ? written.map((one, i) => fillMailbox(`${path}[${i}]`, one, scope))
    : [fillMailbox(path, written, scope)];

/** The sender's address contains no references. */
function fillFrom(from: string, scope: Scope): string {
  const mailbox = parseMailbox(from);
  if (mailbox === null || mailbox.name === null) return from;
  return formatMailbox({ email: mailbox.address, name: fillName(mailbox.name, scope) });
}

function fillSubject(subject: string | undefined, scope: Scope, managed: boolean): string | null {
  if (subject === undefined) return null;
  const filled = trimBlanks(fillPart(subject, scope, lineRoom('subject'), managed).replace(/[\r\n]+/g, ' '));
  // A text that is blank in any script. Requests can't contain one either (H6).
  if (filled.trim() === '' || characters(filled) > max_subject)
    throw fillFault('subject', 'length', `1-${max_subject} characters after variables are filled in`);
  return filled;
}

function fillTag(value: string, scope: Scope): string {
  const text = fillText(value, scope, upTo(2 * max_tag)).toWellFormed();
  return cut(text.replace(/[\p{Cc}\u2028\u2029]/gu, ' '), max_tag);
}

/** Templates take scalars. A lone reference without a value is left out, so the default applies. */
function fillVariables(variables: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  const room = textRoom('template.variables');
  const filled = Object.entries(variables).flatMap(([name, value]): [string, unknown][] => {
    const one = fillValue(value, scope, anyRoom());
    if (one === undefined) return [];
    const scalar = typeof one === 'object' && one !== null ? JSON.stringify(one) : one;
    room(String(scalar));
    return [[name, scalar]];
  });
  return Object.fromEntries(filled);
}

/** A step's email with its values. Throws 400 and `filledTooLarge`, naming only fields and references. */
export function fillEmail(step: SendEmailStep, scope: Scope): Submission {
  const managed = maybeManaged(step);
  const { recipients, canonical } = distinctRecipients({ to: fillMailboxes('to', step.to, scope) });
  const { html, text, template, tenant } = step;
  return {
    source: 'automation',
    resent_from: null,
    from: fillFrom(step.from, scope),
    recipients,
    canonical: canonical.map(canonicalAddress),
    reply_to: fillMailboxes('reply_to', step.reply_to ?? [], scope),
    subject: fillSubject(step.subject, scope, managed),
    html: html === undefined ? null : fillHtml(html, scope, managed),
    text: text === undefined ? null : fillPart(text, scope, textRoom('text'), managed),
    headers: {},
    attachments: [],
    uploads: [],
    tags: (step.tags ?? []).map(({ name, value }) => ({ name, value: fillTag(value, scope) })),
    category: step.category ?? null,
    unsubscribe: step.unsubscribe ?? null,
    scheduled_at: null,
    template: template ? { id: template.id, variables: fillVariables(template.variables, scope) } : null,
    template_alias: null,
    tenant: tenant === undefined ? null : fillWhole('tenant', tenant, scope),
    idempotency: null,
  };
}
