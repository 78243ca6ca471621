/** Records that the doctor's webhooks arrived, but none of their content. */
export type SightingStore = {
  /** Records that this check's webhook arrived. Forgotten after a day. */
  add: (id: string, at: string) => Promise<void>;
  /** Strongly consistent. */
  has: (id: string) => Promise<boolean>;
};
