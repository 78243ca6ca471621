/** Where `infra/build.ts` puts the bundles; the CDK app takes its assets from here. */
export const buildFolder = '.build';

/** A right that a function may hold; `infra/constructs/grants.ts` says what each one allows. */
export type Grant =
  | 'table'
  | 'bodies:read'
  | 'bodies:write'
  | 'deliver:send'
  | 'webhook:send'
  | 'feedback:send'
  | 'dead-letters:drain'
  | 'schedules:write'
  | 'secrets:open'
  | 'ses:send'
  | 'ses:notify'
  | 'ses:rate'
  | 'ses:unsuppress';

export type QueueName = 'deliver' | 'bulk' | 'feedback' | 'attempt-webhook';

export type FunctionSpec = {
  /** Paths below the API; `/x` stands for `/x` and everything under it, `$default` for the rest. */
  routes?: string[];
  /** Anyone may call its routes, without a key: they have limits of their own (P14). */
  open?: true;
  /** The queues that feed it, each at most `batchSize` messages at a time, in at most `maxConcurrency` copies (P8). */
  queues?: { name: QueueName; batchSize: number; maxConcurrency: number }[];
  /** Minutes between two runs; a run that fails is not repeated, since the next one does the same. */
  everyMinutes?: number;
  /** Copies at most, taken from the account's concurrency whether they run or not. */
  reservedConcurrency?: number;
  /** Seconds. */
  timeout: number;
  /** MB; CPU grows with it. */
  memory: number;
  grants: Grant[];
};

/** API Gateway gives up after 30 s: the function ends first, with an answer of our own. */
const http = { timeout: 29, memory: 1024 };

/** Every Lambda of the service: `functions/<name>/handler.ts`, how it is reached and what it may do. */
export const functions: Record<string, FunctionSpec> = {
  emails: {
    ...http,
    routes: ['/api/emails', '/api/attachments'],
    grants: ['table', 'bodies:read', 'bodies:write', 'deliver:send', 'webhook:send', 'schedules:write'],
  },
  templates: { ...http, routes: ['/api/templates'], grants: ['table', 'bodies:read', 'bodies:write'] },
  webhooks: {
    ...http,
    routes: ['/api/webhooks', '/api/emails/test'],
    grants: ['table', 'bodies:read', 'bodies:write', 'webhook:send'],
  },
  suppressions: {
    ...http,
    routes: ['/api/suppressions', '/api/opt-outs'],
    grants: ['table', 'bodies:read', 'bodies:write'],
  },
  domains: { ...http, routes: ['/api/domains'], grants: ['table', 'secrets:open'] },
  keys: { ...http, routes: ['/api/api-keys', '/api/smtp-credentials'], grants: ['table'] },
  tenants: { ...http, routes: ['/api/tenants'], grants: ['table'] },
  // Anyone may call it: what it takes from the other functions has an end (P8).
  public: {
    ...http,
    routes: ['$default'],
    open: true,
    reservedConcurrency: 20,
    grants: ['table', 'webhook:send'],
  },
  deliver: {
    // Bulk has a queue and workers of its own, so that other mail does not wait for it (docs/decisions/0010).
    queues: [
      { name: 'deliver', batchSize: 10, maxConcurrency: 50 },
      { name: 'bulk', batchSize: 10, maxConcurrency: 10 },
    ],
    // Below the lease of a send attempt (35 s): no worker outlives its own.
    timeout: 30,
    memory: 1024,
    grants: ['table', 'bodies:read', 'deliver:send', 'webhook:send', 'ses:send', 'ses:rate'],
  },
  feedback: {
    queues: [{ name: 'feedback', batchSize: 10, maxConcurrency: 50 }],
    // Its queue waits six times as long: a `Send` must be processed before the next send attempt.
    timeout: 10,
    memory: 512,
    grants: ['table', 'bodies:write', 'webhook:send'],
  },
  'attempt-webhook': {
    queues: [{ name: 'attempt-webhook', batchSize: 10, maxConcurrency: 100 }],
    timeout: 60,
    memory: 512,
    // Its notices come from the sandbox domain.
    grants: ['table', 'bodies:read', 'bodies:write', 'webhook:send', 'ses:notify'],
  },
  sweep: {
    everyMinutes: 1,
    // Two sweeps at a time would drain the same queues (P10).
    reservedConcurrency: 1,
    timeout: 50,
    memory: 512,
    grants: [
      'table',
      'bodies:read',
      'bodies:write',
      'deliver:send',
      'webhook:send',
      'feedback:send',
      'dead-letters:drain',
      'schedules:write',
      'ses:unsuppress',
    ],
  },
};
