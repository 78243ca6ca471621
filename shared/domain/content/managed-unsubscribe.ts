import type { Issue } from '../../core/errors.ts';
import { checkUnsubscribeHeaders } from '../../mail/headers.ts';
import { markUnsubscribe } from './placeholders.ts';

type Parts = { subject: string; html: string | null; text: string | null };

/** A caller who sets his own unsubscribe headers must not get a second pair (H6, H7, Q42). */
export function checkManaged(managed: boolean, headers: unknown): Issue[] {
  const given = managed && typeof headers === 'object' && headers !== null;
  return given ? checkUnsubscribeHeaders(headers as Record<string, string>) : [];
}

/** The caller's own parts with the marker for each `{{unsubscribe_url}}`; as written when it is off (Q24). */
export function markParts(managed: boolean, { subject, html, text }: Parts): Parts {
  if (!managed) return { subject, html, text };
  return {
    subject: markUnsubscribe(subject),
    html: html && markUnsubscribe(html),
    text: text && markUnsubscribe(text),
  };
}
