import type { Mailwright } from '@mailwright/sdk';
import { nameUnseen } from '../../../shared/core/unseen.ts';
import { explain } from '../../../shared/domain/feedback/explain.ts';
import type { Fence } from './fence.ts';
import { emailSummary, suppression } from './shapes.ts';

type Page<Item> = { items: Item[] };
type ItemOf<List> = List extends PromiseLike<Page<infer Item>> ? Item : never;
type Email = ItemOf<ReturnType<Mailwright['emails']['list']>>;
type Suppression = ItemOf<ReturnType<Mailwright['suppressions']['list']>>;
export type Event = ItemOf<ReturnType<Mailwright['emails']['events']>>;

/** The first whole characters of a text, as it is shown: a name of an unseen one is longer than itself. */
export const firstOf = (text: string, bytes: number): string =>
  new TextDecoder().decode(Buffer.from(nameUnseen(text)).subarray(0, bytes), { stream: true });

/** The fields of a list's row; what people and servers wrote is fenced. */
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

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** An event with its meaning and the advice (D29). */
export function showEvent({ words }: Fence, { type, recipient, occurred_at, data }: Event) {
  const { bounce_type, enhanced_code, bounce_reason, delay_reason, failure_reason, reason } = data as Record<
    string,
    unknown
  >;
  const found = explain({ type, bounce_type: textOf(bounce_type), enhanced_code: textOf(enhanced_code) });
  const said = textOf(bounce_reason) ?? textOf(delay_reason) ?? textOf(failure_reason) ?? textOf(reason);
  return {
    type,
    occurred_at,
    recipient: words(recipient),
    said: words(said),
    meaning: found?.meaning ?? null,
    advice: found?.advice ?? null,
  };
}
