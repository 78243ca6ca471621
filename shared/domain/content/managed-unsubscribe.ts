import type { Issue } from '../../core/errors.ts';
import { checkUnsubscribeHeaders } from '../../mail/headers.ts';
import { markUnsubscribe } from './placeholders.ts';

type Parts = { subject: string | null; html: string | null; text: string | null };

/** An email with the caller's own unsubscribe headers must not get a second pair. */
export function checkManaged(managed: boolean, headers: Record<string, unknown> = {}): Issue[] {
  return managed ? checkUnsubscribeHeaders(headers) : [];
}

/** True when `{{unsubscribe_url}}` in a source may be a link: the setting says so, or the template may. */
export const maybeManaged = (source: {
  unsubscribe?: boolean | null | undefined;
  template?: unknown;
}): boolean => source.unsubscribe ?? (source.template !== undefined && source.template !== null);

/** The caller's own parts with the marker for each `{{unsubscribe_url}}`; as written when it is off. */
export function markParts(managed: boolean, { subject, html, text }: Parts): Parts {
  if (!managed) return { subject, html, text };
  const mark = (part: string | null) => part && markUnsubscribe(part);
  return { subject: mark(subject), html: mark(html), text: mark(text) };
}
