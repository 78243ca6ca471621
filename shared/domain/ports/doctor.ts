/** Webhooks of the operator's doctor that arrived; nothing of them is kept. */
export type SightingStore = {
  /** Notes that the webhook of this check arrived; forgotten after a day. */
  add: (id: string, at: string) => Promise<void>;
  /** Strongly consistent. */
  has: (id: string) => Promise<boolean>;
};
