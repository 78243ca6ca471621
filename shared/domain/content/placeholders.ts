/** Marks `{{unsubscribe_url}}` in stored texts. Requests contain no NUL, so no value can forge it. */
export const unsubscribeMarker = '\0unsubscribe_url\0';

const placeholder = /\{\{[ \t]*unsubscribe_url[ \t]*\}\}/g;

/** Marks each `{{unsubscribe_url}}`. Only for sources, never for text with filled values. */
export const markUnsubscribe = (text: string): string => text.replace(placeholder, unsubscribeMarker);

/** Replaces each marker with `url`. Each message gets its own link at delivery. */
export function fillUnsubscribe(text: string, url: string): string {
  return text.replaceAll(unsubscribeMarker, () => url);
}

export const countMarkers = (text: string): number => text.split(unsubscribeMarker).length - 1;

export const unsubscribePlaceholder = '{{unsubscribe_url}}';

/** The text as callers see it, with the placeholder, never a live link. */
export const showUnsubscribe = (text: string): string => fillUnsubscribe(text, unsubscribePlaceholder);

export const countPlaceholders = (text: string): number => text.match(placeholder)?.length ?? 0;

/** Replaces each `{{unsubscribe_url}}` in a source. For relayed messages, whose octets have no markers. */
export const fillPlaceholder = (text: string, url: string): string => text.replace(placeholder, () => url);
