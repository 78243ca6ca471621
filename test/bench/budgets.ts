/** What architecture.md section 3 allows an operation, or null if it sets no limit. */
export type Budget = {
  trips: number | null;
  /** Units besides those of the body item, which the budget allows in addition. */
  writes: number | null;
  reads: number | null;
};

/** A token of the account's request rate (P24). */
const token = { trips: 1, writes: 1 };

/** A slot at SES's rate, and SES's limits, read every 10 s (P15, P16). */
const slot = { trips: 1, writes: 1, reads: 0.5 };

const send = { trips: 3 + token.trips, writes: 7 + token.writes, reads: 4 };
const scheduled = { ...send, writes: send.writes + 1 };
// The last two trips move the batch's outbox row. The put precedes the delete (P63).
const batch = { trips: 6 + token.trips, writes: 240 + token.writes, reads: 10 + 0.5 * 100 };
const deliver = { trips: 3 + slot.trips, writes: 3 + slot.writes, reads: 1 + slot.reads };
/** Reads the endpoints in their current state (P25). */
const notification = { trips: 3, writes: 2, reads: 0.5 };
const webhook = { trips: 1, reads: 0 };
const visit = { trips: 4, reads: 2 };

/**
 * The automations budget, for people with one key, events up to 1 KB compressed, and one cancel name. Before decision
 * 0037, a token in hand hid the sixth trip.
 */
const event = { trips: 6 + token.trips, kb: 1 };
const started = { trips: event.trips, writes: 9 + event.kb + 1 + token.writes, reads: 4 + 1 };
const moved = { trips: event.trips, writes: 10 + event.kb + token.writes, reads: 5 + 1 };
const ended = { trips: 4, writes: 6 + 1, reads: 3 };

/** The measured rows of the table so far, by name. */
export const budgets = {
  'POST /emails': send,
  'POST /emails, Idempotency-Key': send,
  'POST /emails, 50 recipients': { ...send, reads: 4 + 0.5 * 49 },
  'POST /emails, 30 KB body': send,
  // + 1 write for the sparse index of the outbox row (Q15).
  'POST /emails, scheduled in 5 minutes': scheduled,
  'POST /emails, scheduled in an hour': scheduled,
  // + 1 write for the exact counts of the day and month.
  'POST /emails, plan free': { ...send, writes: send.writes + 1 },
  'POST /emails, cold process': { ...send, trips: null },
  'POST /emails/batch of 100': batch,
  'POST /emails/batch of 100, Idempotency-Key': batch,
  'POST /emails/batch of 100, plan free': { ...batch, writes: batch.writes + 1 },
  'deliver, of a batch': deliver,
  'deliver, no webhook': deliver,
  // + 1 trip for the webhooks queue, after the write that emits email.sent.
  'deliver, with webhooks': { ...deliver, trips: deliver.trips + 1 },
  'deliver, 30 KB body': deliver,
  // Read but not written again, because the worker has recorded that it was sent (P29).
  'notification: send': { trips: 1, writes: 0, reads: 0.5 },
  // The server's response is on the meta item instead of a row (P29).
  'notification: delivery': { ...notification, writes: 1 },
  'notification: delivery, with webhooks': { ...notification, writes: 1 },
  // + 1 trip, because the row is written after the email is found. + 1 write to look up the address by the entry's id
  // (P37).
  'notification: bounce': { ...notification, trips: 4, writes: 5 },
  'notification: complaint': { ...notification, trips: 4, writes: 5 },
  // A batch with one email's changes, as under light load. The architecture sets no budget for it.
  'count: accepted and sent': { trips: null, writes: null, reads: null },
  'count: delivered': { trips: null, writes: null, reads: null },
  'webhook attempt: 2xx, first of its event': { ...webhook, writes: 3 },
  'webhook attempt: 2xx': { ...webhook, writes: 1 },
  // + 1 trip for the queue of the next attempt.
  'webhook attempt: failed, 1.5 KB answer': { ...webhook, trips: 2, writes: 1 + 2 },
  'open, first of its email': { ...visit, writes: 3 },
  'open, another one': { ...visit, writes: 2 },
  'open, the same again': { trips: 1, writes: 0, reads: 2 },
  'click, first of its email': { ...visit, writes: 3 },
  'SMTP connect and AUTH': { trips: 1, writes: 0, reads: 1 },
  'SMTP RCPT': { trips: 1, writes: 0, reads: 0.5 },
  // The body item is 4 KB, in addition.
  'SMTP end of DATA, 1 recipient': { trips: 3, writes: 7, reads: 4 },
  'deliver, relayed': deliver,
  'receiver RCPT': { trips: 0, writes: 0, reads: 0 },
  // The domain and its routes, read in parallel (N48).
  'receiver RCPT, domain not in memory': { trips: 1, writes: 0, reads: 0.5 + 0.5 },
  'receiver end of DATA': { trips: 2, writes: 0, reads: 0.5 },
  // + the summary, below 1 KB.
  'receive, 5 attachments': { trips: 5, writes: 5 + 1, reads: 1 },
  'receive, 5 attachments, with webhooks': { trips: 5, writes: 5 + 1 + 2, reads: 1 },
  'GET /received-emails?limit=25 of 50': { trips: 2 + token.trips, writes: token.writes, reads: 17 },
  'GET /received-emails/{id}, 5 attachments': { trips: 3 + token.trips, writes: token.writes, reads: 1 + 1 },
  // One query per shard, with units rounded up for each (P23).
  'GET /emails?limit=25 of 1,000': { trips: 2 + token.trips, writes: token.writes, reads: 24 },
  'GET /emails/{id}': { trips: 1 + token.trips, writes: token.writes, reads: 1 },
  'POST /events, matches nothing': {
    trips: 3 + token.trips,
    writes: 1 + event.kb + token.writes,
    reads: 2 + 1,
  },
  'POST /events, matches nothing, Idempotency-Key': {
    trips: 3 + token.trips,
    writes: 5 + event.kb + token.writes,
    reads: 2 + 1,
  },
  'POST /events, starts a run': started,
  'POST /events, starts a run, each person once': { ...started, writes: started.writes + 4 + 2 },
  // + 2 writes for the condition, and + 1 and the person's for the wait.
  'POST /events, starts a run: condition, wait': { ...started, writes: started.writes + 2 + 1 + 1 },
  'POST /events, resumes one of 10 runs': moved,
  'POST /events, resumes one of 1000 runs': moved,
  'POST /events, cancels a run': moved,
  'run: step send_email': { trips: 6, writes: 7 + 6, reads: 4 + 3 },
  'run: delay ended by time': ended,
  'run: wait ended by time': ended,
  'GET /automations/{id}/runs/{run_id}': { trips: 2 + token.trips, writes: token.writes, reads: 2 },
  'GET /automations/{id}/runs?limit=25': { trips: 2 + token.trips, writes: token.writes, reads: 17 },
} satisfies Record<string, Budget>;

export type Operation = keyof typeof budgets;
export const operations = Object.keys(budgets) as Operation[];

/** Minified KB of a function behind HTTP. Decision 0017 lists its parts. */
export const bundleBudget_kb = 500;
/** CPU milliseconds of a function's cold import behind HTTP. */
export const importBudget_ms = 100;
export const dashboardPages = [
  '/',
  '/emails',
  '/emails/{id}',
  '/metrics',
  '/domains',
  '/webhooks',
  '/automations',
];
/** CPU milliseconds of an invocation, and the log of one POST /emails. D42 limits the pages. */
export const handlerBudgets_ms: Record<string, number> = {
  'POST /emails': 5,
  ...Object.fromEntries(dashboardPages.map((path) => [`dashboard ${path}`, 20])),
  'receive (50 KB, 5 attachments)': 60,
};
export const logBudget = { lines: 1, bytes: 400 };
/** Total dollars per million emails with an Idempotency-Key, without SES (P29). */
export const costBudget = { busy: 12, batched: 6 };
/** Writes per second of one key, in the table or an index (P23). */
export const keyBudget = 500;
