import { characters } from '../core/characters.ts';
import type { Issue, IssueRule } from '../core/errors.ts';
import { isObject } from '../core/json-path.ts';
import { originalId } from './original-id.ts';

const blockedNames = new Set(
  `from to cc bcc reply-to subject date sender message-id return-path received received-spf delivered-to
  envelope-to x-original-to apparently-to errors-to mime-version content-type content-transfer-encoding
  content-disposition content-id content-description content-length dkim-signature domainkey-signature
  authentication-results feedback-id tls-required require-recipient-valid-since x-originating-ip x-mailer`.split(
    /\s+/,
  ),
);
const blockedPrefix = /^(?:resent-|arc-|x-ses-|x-service-|service-|cfbl-|tls-report-|x-amz-)/;
const ftext = /^[!-9;-~]{1,126}$/;

const maxValue = 2048;
const maxHeaders = 50;
const maxBytes = 16 * 1024;

/** Whether a header is reserved for the service or the transport. */
export function isBlockedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return blockedNames.has(lower) || blockedPrefix.test(lower);
}

/** An RFC 5322 field name of at most 126 characters. */
export const isHeaderName = (name: string): boolean => ftext.test(name);

const issue = (path: string, rule: IssueRule, message: string): Issue => ({ path, rule, message });

function checkName(path: string, name: string): Issue | null {
  if (!isHeaderName(name))
    return issue(path, 'format', 'A header name must be 1-126 printable ASCII characters without a colon');
  // Message-ID is allowed, because its id is sent in References (R80).
  if (name.toLowerCase() !== 'message-id' && isBlockedHeader(name))
    return issue(path, 'blocked', `The header ${name} is set by the service`);
  return null;
}

function checkValue(path: string, value: unknown): Issue | null {
  if (typeof value !== 'string') return issue(path, 'type', 'A header value must be a string');
  if (characters(value) > maxValue)
    return issue(path, 'length', `A header value must be at most ${maxValue} characters`);
  if (/[\r\n\0]/.test(value) || !value.isWellFormed())
    return issue(path, 'format', 'A header value must not contain line breaks or NUL');
  return null;
}

function checkId(path: string, name: string, value: unknown): Issue | null {
  if (name.toLowerCase() !== 'message-id' || originalId(String(value)) !== null) return null;
  return issue(path, 'format', 'Message-ID must be one id in angle brackets, such as <1@example.com>');
}

function checkTotals(entries: [string, unknown][]): Issue[] {
  if (entries.length > maxHeaders) return [issue('headers', 'length', `At most ${maxHeaders} headers`)];
  let bytes = 0;
  for (const [name, value] of entries) {
    bytes += Buffer.byteLength(name) + (typeof value === 'string' ? Buffer.byteLength(value) : 0);
  }
  return bytes > maxBytes ? [issue('headers', 'length', 'Headers must be at most 16 KB in total')] : [];
}

/** All issues in a send request's `headers`. Empty if absent or null. */
export function checkHeaders(headers: unknown): Issue[] {
  if (headers === undefined || headers === null) return [];
  if (!isObject(headers)) return [issue('headers', 'type', 'headers must be an object of names and values')];
  const entries = Object.entries(headers);
  const issues = checkTotals(entries);
  if (entries.length > maxHeaders) return issues;
  const seen = new Set<string>();
  for (const [name, value] of entries) {
    const path = `headers.${name.slice(0, 128)}`;
    const twice = seen.has(name.toLowerCase()) ? issue(path, 'conflict', `${name} is given twice`) : null;
    seen.add(name.toLowerCase());
    const found = checkName(path, name) ?? twice ?? checkValue(path, value) ?? checkId(path, name, value);
    if (found) issues.push(found);
  }
  return issues;
}

/** The caller's own unsubscribe headers, which conflict with managed unsubscribe. */
export function checkUnsubscribeHeaders(headers: Record<string, unknown>): Issue[] {
  return Object.keys(headers)
    .filter((name) => /^list-unsubscribe(?:-post)?$/i.test(name))
    .map((name) =>
      issue(`headers.${name}`, 'conflict', `${name} is set by the service while managed unsubscribe is on`),
    );
}
