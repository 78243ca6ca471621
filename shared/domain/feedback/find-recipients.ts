import { canonicalMailbox, canonicalOrder } from '../../core/addresses.ts';

/** A recipient of an outcome: its canonical position, and its address for comparison. */
export type AffectedRecipient = { position: number; address: string };

/** How many entries lead to no event, for the log. */
export type Dropped = { strangers: number; replies: number; not_spam: number };

/** Finds an event's recipients, each once, with positions (E3, P21). Unknown addresses are only counted. */
export function recipientFinder(destination: string[]) {
  const positions = new Map(canonicalOrder(destination).map((address, position) => [address, position]));
  const dropped: Dropped = { strangers: 0, replies: 0, not_spam: 0 };
  const find = <T extends { emailAddress: string }>(named: T[]): (T & { who: AffectedRecipient })[] => {
    const found = new Map<number, T & { who: AffectedRecipient }>();
    for (const entry of named) {
      // SES may add a display name.
      const address = canonicalMailbox(entry.emailAddress);
      const position = positions.get(address);
      if (position === undefined) dropped.strangers++;
      else if (!found.has(position)) found.set(position, { ...entry, who: { position, address } });
    }
    return [...found.values()].sort((a, b) => a.who.position - b.who.position);
  };
  return { find, dropped };
}

export type Found = ReturnType<typeof recipientFinder>;
