import type { Issue } from '../../core/errors.ts';
import { checkUnsubscribeHeaders } from '../../mail/headers.ts';
import { markUnsubscribe } from './placeholders.ts';

type Parts = { subject: string | null; html: string | null; text: string | null };

/** Callers with their own unsubscribe headers must not get a second pair. */
export function checkManaged(managed: boolean, headers: Record<string, unknown> = {}): Issue[] {
  return managed ? checkUnsubscribeHeaders(headers) : [];
}

/** Whether `{{unsubscribe_url}}` in a source may become a link, by its setting or its template. */
export const maybeManaged = (source: {
  unsubscribe?: boolean | null | undefined;
  template?: unknown;
}): boolean => source.unsubscribe ?? (source.template !== undefined && source.template !== null);

/** The caller's parts with a marker for each `{{unsubscribe_url}}`. Unchanged when managed links are off. */
export function markParts(managed: boolean, { subject, html, text }: Parts): Parts {
  if (!managed) return { subject, html, text };
  const mark = (part: string | null) => part && markUnsubscribe(part);
  return { subject: mark(subject), html: mark(html), text: mark(text) };
}
