/** What architecture.md section 3 allows an operation; null where it says nothing. */
export type Budget = {
  trips: number | null;
  /** Units besides those of the body item, which the budget allows on top. */
  writes: number | null;
  reads: number | null;
};

const webhook = { trips: 1, reads: 0 };
const visit = { trips: 4, reads: 2 };
const notification = { trips: 3, writes: 2, reads: 0 };

/** The rows of the table that exist so far, by the name under which they are measured. */
export const budgets = {
  'POST /emails': { trips: 3, writes: 7, reads: 4 },
  'POST /emails, Idempotency-Key': { trips: 3, writes: 7, reads: 4 },
  'POST /emails, 50 recipients': { trips: 3, writes: 7, reads: 4 + 0.5 * 49 },
  'POST /emails, 30 KB body': { trips: 3, writes: 7, reads: 4 },
  // + 1 write for the sparse index of schedules (Q15).
  'POST /emails, scheduled in 5 minutes': { trips: 3, writes: 7 + 1, reads: 4 },
  'POST /emails, scheduled in an hour': { trips: 3, writes: 7 + 1, reads: 4 },
  // + 1 write per exactly counted limit: the request rate, and the emails of day and month.
  'POST /emails, plan free': { trips: 3, writes: 7 + 2, reads: 4 },
  'POST /emails, cold process': { trips: null, writes: 7, reads: 4 },
  'POST /emails/batch of 100': { trips: 5, writes: 240, reads: 10 + 0.5 * 100 },
  'POST /emails/batch of 100, Idempotency-Key': { trips: 5, writes: 240, reads: 10 + 0.5 * 100 },
  // The request rate of a small plan is counted in front of every request.
  'POST /emails/batch of 100, plan free': { trips: 5 + 1, writes: 240 + 2, reads: 10 + 0.5 * 100 },
  'deliver, of a batch': { trips: 3, writes: 3, reads: 1 },
  'deliver, no webhook': { trips: 3, writes: 3, reads: 1 },
  'deliver, with webhooks': { trips: 3, writes: 3, reads: 1 },
  'deliver, 30 KB body': { trips: 3, writes: 3, reads: 1 },
  'notification: send': notification,
  'notification: delivery': notification,
  'notification: delivery, with webhooks': notification,
  'notification: bounce': { ...notification, writes: 4 },
  'notification: complaint': { ...notification, writes: 4 },
  'webhook attempt: 2xx, first of its event': { ...webhook, writes: 3 },
  'webhook attempt: 2xx': { ...webhook, writes: 1 },
  'webhook attempt: failed, 1.5 KB answer': { ...webhook, writes: 1 + 2 },
  'open, first of its email': { ...visit, writes: 3 },
  'open, another one': { ...visit, writes: 2 },
  'open, the same again': { trips: 1, writes: 0, reads: 2 },
  'click, first of its email': { ...visit, writes: 3 },
  'GET /emails?limit=25 of 1,000': { trips: 2, writes: 0, reads: 17 },
  'GET /emails/{id}': { trips: 1, writes: 0, reads: 1 },
} satisfies Record<string, Budget>;

export type Operation = keyof typeof budgets;
export const operations = Object.keys(budgets) as Operation[];

/** Minified KB of a function behind HTTP; docs/decisions/0017 says what is in it, and why some have more. */
const bundleBudget_kb = 350;
const largerBundles: Record<string, number> = { domains: 385, emails: 460, public: 365, webhooks: 400 };
export const bundleBudgetOf = (name: string): number => largerBundles[name] ?? bundleBudget_kb;
/** CPU milliseconds of a cold import of a function behind HTTP. */
export const importBudget_ms = 60;
/** CPU milliseconds and log of one POST /emails. */
export const handlerBudget_ms = 4;
export const logBudget = { lines: 1, bytes: 400 };
/** Dollars per million emails with an Idempotency-Key, besides SES, everything included (P29). */
export const costBudget = { busy: 12, batched: 6 };
/** Dollars a month of a deployment that sends nothing, without SMTP. */
export const idleBudget = 2;
/** Writes a second of one key, of the table or of an index (P23). */
export const keyBudget = 500;
/** The local stack on two cores: at ten connections, and at any number. */
export const pathBudget = { emails_per_second: 60, drained_ms: 5_000, pss_mb: 1_200 };
