import type { Email, EmailEvent, Suppression } from '@mailwright/sdk';
import { nameUnseen } from '../../../shared/core/unseen.ts';
import { explain, wordsOf } from '../../../shared/domain/feedback/explain.ts';
import type { Fence } from './fence.ts';
import { emailSummary, suppression } from './shapes.ts';

/** The first whole characters of a displayed text. Invisible ones are displayed as longer names. */
export const firstOf = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(nameUnseen(text)).subarray(0, bytes), { stream: true });

/** The fields of a list's row. Text from people and servers is fenced. */
export const showEmail = ({ words, all }: Fence, email: Email) =>
  emailSummary.parse({
    ...email,
    tenant: email.tenant ?? null,
    subject: words(email.subject),
    from: words(email.from),
    to: all(email.to),
    failure_reason: words(email.failure_reason),
    bounce_reason: words(email.bounce_reason),
  });

export const showSuppression = ({ words }: Fence, one: Suppression) =>
  suppression.parse({ ...one, email: words(one.email), note: words(one.note) });

/** An event with its meaning and advice. */
export function showEvent({ words }: Fence, event: EmailEvent) {
  const { type, recipient, occurred_at, data } = event;
  const found = explain(event);
  return {
    type,
    occurred_at,
    recipient: words(recipient),
    said: words(wordsOf(data)),
    meaning: found?.meaning ?? null,
    advice: found?.advice ?? null,
  };
}
