import type { Email } from '../core/records/emails.ts';
import type { Reason } from '../domain/ports/emails.ts';
import { emailIdOf, type Key, keys } from './schema.ts';
import { type Item, recordOf } from './table.ts';

/** Max bytes of a reason in the meta, so the meta fits 1 KB. A longer one is read from its event's row. */
const inlineBytes = 120;

const eventTypes = { bounce: 'email.bounced', failure: 'email.failed' } as const;

/** A reason's epoch ms, with its position as thousandths: 0 for the whole email, recipients from 1. */
const placeOf = ({ at, position }: Pick<Reason, 'at' | 'position'>) =>
  at + (position === null ? 0 : position + 1) / 1000;

/** The parts of an update that store a reason if it is the earliest of its kind. */
export function reasonUpdate(reason: Reason) {
  const { of, text } = reason;
  const fits = Buffer.byteLength(text) <= inlineBytes;
  return {
    sets: [`${of}_reason_at = :reason_at`, ...(fits ? [`${of}_reason = :reason`] : [])],
    remove: fits ? '' : ` REMOVE ${of}_reason`,
    condition: `(attribute_not_exists(${of}_reason_at) OR ${of}_reason_at > :reason_at)`,
    values: { ':reason_at': placeOf(reason), ...(fits && { ':reason': text }) },
  };
}

/** An email's reasons that are stored only in the rows of its events. */
export function separateReasons(meta: Item): { field: 'bounce_reason' | 'failure_reason'; key: Key }[] {
  return (['bounce', 'failure'] as const).flatMap((of) => {
    const [at, field] = [meta[`${of}_reason_at`], `${of}_reason` as const];
    if (typeof at !== 'number' || meta[field] !== undefined) return [];
    const place = Math.round((at % 1) * 1000);
    return [{ field, key: keys.event(emailIdOf(meta), eventTypes[of], place === 0 ? null : place - 1, '') }];
  });
}

export function withReasons(email: Email, meta: Item, rowAt: (key: Key) => Item | null): Email {
  const found = separateReasons(meta).map(({ field, key }) => {
    const row = rowAt(key);
    return [field, (row && recordOf<{ data: Record<string, string> }>(row).data[field]) ?? null];
  });
  return { ...email, ...Object.fromEntries(found) };
}
