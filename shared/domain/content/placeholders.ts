/** The marker of `{{unsubscribe_url}}` in stored texts. Requests hold no NUL: no value can forge it. */
export const unsubscribeMarker = '\0unsubscribe_url\0';

const placeholder = /\{\{[ \t]*unsubscribe_url[ \t]*\}\}/g;

/** The text with each `{{unsubscribe_url}}` as the marker: for sources only, never for what values were put into. */
export const markUnsubscribe = (text: string): string => text.replace(placeholder, unsubscribeMarker);

/** The text with `url` for each marker: at delivery, each message gets a link of its own. */
export function fillUnsubscribe(text: string, url: string): string {
  return text.replaceAll(unsubscribeMarker, () => url);
}

export const countMarkers = (text: string): number => text.split(unsubscribeMarker).length - 1;

export const unsubscribePlaceholder = '{{unsubscribe_url}}';

/** The text as callers see it: the placeholder, never a live link. */
export const showUnsubscribe = (text: string): string => fillUnsubscribe(text, unsubscribePlaceholder);

export const countPlaceholders = (text: string): number => text.match(placeholder)?.length ?? 0;

/** Text of a source with `url` for each `{{unsubscribe_url}}`: of relayed messages, whose octets hold no marker. */
export const fillPlaceholder = (text: string, url: string): string => text.replace(placeholder, () => url);
