import { SesError } from './errors.ts';

type Suppressed = { EmailAddress: string; Reason: string; LastUpdateTime: number };

/** The account's suppression list. SES finds an address for its API only as it was spelt when it was put. */
export function createSuppressions(now: () => number) {
  const list = new Map<string, Suppressed>();
  const lower = (address: string) => address.toLowerCase();

  return {
    put(address: string, reason: string): void {
      list.set(address, { EmailAddress: address, Reason: reason, LastUpdateTime: Math.floor(now() / 1000) });
    },

    get(address: string): Suppressed {
      const found = list.get(address);
      if (!found) {
        throw new SesError('not_found', `Email address ${address} does not exist on your suppression list.`);
      }
      return found;
    },

    remove(address: string): void {
      if (!list.delete(address)) {
        throw new SesError('not_found', `Email address ${address} does not exist on your suppression list.`);
      }
    },

    list: (reasons: string[]): Suppressed[] =>
      [...list.values()].filter(({ Reason }) => reasons.length === 0 || reasons.includes(Reason)),

    /** Whether SES would not send there, for one of these reasons; spelling does not matter here. */
    holds(address: string, reasons: readonly string[]): boolean {
      if (list.size === 0 || reasons.length === 0) return false;
      const wanted = lower(address);
      return [...list.values()].some(
        (one) => lower(one.EmailAddress) === wanted && reasons.includes(one.Reason),
      );
    },
  };
}

export type Suppressions = ReturnType<typeof createSuppressions>;
