import type { FunctionSpec, Rights, TableAction } from './function-spec.ts';

/** The folder for bundles, written by `infra/build.ts`. The CDK app reads its assets from this folder. */
export const buildFolder = '.build';

const reading: TableAction[] = ['GetItem', 'BatchGetItem', 'Query'];
const usual: TableAction[] = [...reading, 'PutItem', 'UpdateItem', 'DeleteItem'];
const everyAction: TableAction[] = [...usual, 'Query:gsi1', 'Query:gsi2', 'BatchWriteItem'];

/** API Gateway gives up after 30 s. The function ends earlier, so it can send our own response. */
const http = { timeout: 29, memory: 1024 };

/**
 * Every Lambda of the service: `functions/<name>/handler.ts`, its triggers, and its permissions.
 * `test/infra/rights.test.ts` finds the calls in a function's code and reports each missing or excess permission.
 */
export const functions: Record<string, FunctionSpec> = {
  emails: {
    ...http,
    routes: ['/api/emails', '/api/attachments'],
    table: everyAction,
    objects: {
      bodies: ['get', 'put', 'delete'],
      scheduled: ['get', 'put', 'delete'],
      refusals: ['get', 'put'],
      attachments: ['get', 'put'],
      templates: ['get'],
      events: ['put'],
    },
    grants: ['deliver:send', 'webhook:send', 'schedules:write', 'schedules:delete'],
  },
  templates: {
    ...http,
    routes: ['/api/templates'],
    table: usual,
    objects: { templates: ['get', 'put', 'delete'] },
    grants: [],
  },
  automations: {
    ...http,
    routes: ['/api/automations', '/api/events'],
    table: everyAction,
    objects: { automations: ['get', 'put', 'delete'], templates: ['get'] },
    grants: ['runs:send'],
  },
  webhooks: {
    ...http,
    routes: ['/api/webhooks', '/api/emails/test'],
    table: [...usual, 'BatchWriteItem'],
    objects: { events: ['get', 'put'] },
    grants: ['webhook:send'],
  },
  suppressions: {
    ...http,
    routes: ['/api/suppressions', '/api/opt-outs'],
    table: [...usual, 'Query:gsi1'],
    objects: { exports: ['get', 'put'] },
    grants: [],
  },
  imports: {
    ...http,
    routes: ['/api/migrations'],
    table: [...usual, 'Query:gsi1'],
    objects: {
      exports: ['get', 'put'],
      imports: ['get', 'put'],
      'import-rows': ['get', 'put', 'delete'],
      templates: ['get', 'put', 'delete'],
    },
    grants: ['secrets:seal', 'domains:send'],
  },
  keys: {
    ...http,
    routes: ['/api/api-keys', '/api/smtp-credentials'],
    table: [...usual, 'ConditionCheckItem'],
    grants: [],
  },
  account: {
    ...http,
    routes: ['/api/account', '/api/usage', '/api/deliverability'],
    table: [...reading, 'UpdateItem'],
    grants: [],
  },
  tenants: {
    ...http,
    routes: ['/api/tenants'],
    table: [...usual, 'ConditionCheckItem'],
    grants: ['removals:send', 'webhook:send'],
  },
  domains: {
    ...http,
    routes: ['/api/domains'],
    table: [...usual, 'Query:gsi1', 'BatchWriteItem', 'ConditionCheckItem'],
    grants: ['secrets:seal', 'secrets:open', 'domains:send', 'ses:read-identities'],
  },
  inbound: {
    ...http,
    routes: ['/api/received-emails', '/api/inbound-routes', '/api/blocked-senders'],
    table: [...usual, 'Query:gsi1'],
    objects: { received: ['get', 'delete'] },
    grants: [],
  },
  // Pages for signed-in people, who can do everything that the API can. Anyone can ask to sign in, so copies
  // are limited (P8).
  dashboard: {
    ...http,
    routes: ['$default'],
    open: true,
    reservedConcurrency: 20,
    table: [...everyAction, 'ConditionCheckItem'],
    objects: {
      bodies: ['get', 'put', 'delete'],
      scheduled: ['get', 'put', 'delete'],
      refusals: ['get', 'put'],
      attachments: ['get'],
      templates: ['get', 'put', 'delete'],
      received: ['get', 'delete'],
      events: ['get', 'put'],
      exports: ['get', 'put'],
      automations: ['get', 'put', 'delete'],
      imports: ['get', 'put'],
      'import-rows': ['get', 'put', 'delete'],
    },
    grants: [
      'notices:send',
      'deliver:send',
      'webhook:send',
      'schedules:write',
      'schedules:delete',
      'secrets:seal',
      'secrets:open',
      'domains:send',
      'removals:send',
      'runs:send',
      'ses:read-identities',
      'oidc:secret',
    ],
  },
  // The documentation: built-in text, without any permissions (D47).
  docs: {
    ...http,
    routes: ['/docs', '/llms.txt', '/llms-full.txt'],
    open: true,
    reservedConcurrency: 10,
    table: [],
    grants: [],
  },
  // Public, so its copies are limited (P8).
  public: {
    ...http,
    // Also serves every unknown API path, with the API's own 404 (D45).
    routes: ['/api'],
    open: true,
    reservedConcurrency: 20,
    // Reads only account data that an unsubscribe or click needs. Writes lists, events, timelines, and
    // sightings.
    table: {
      GetItem: ['ACC', 'ADR', 'MSG', 'SECRET'],
      BatchGetItem: ['ACC'],
      Query: ['ACC'],
      PutItem: ['ADR', 'DOCTOR', 'EVP', 'MSG', 'OUTBOX'],
      UpdateItem: ['ADR', 'MSG'],
      DeleteItem: ['OUTBOX'],
    },
    // A click in an email to 50 people can be a payload over 62 KB, which is stored before its message.
    objects: { events: ['put'] },
    grants: ['webhook:send'],
  },
  deliver: {
    // Bulk mail has its own queue and workers, so other mail doesn't wait for it
    // (docs/internals/decisions/0010).
    queues: [
      { name: 'deliver', batchSize: 10, maxConcurrency: 50 },
      { name: 'bulk', batchSize: 10, maxConcurrency: 10 },
    ],
    // Below the lease of a send attempt (35 s), so no worker outlives its lease.
    timeout: 30,
    memory: 1024,
    table: usual,
    objects: { bodies: ['get'], scheduled: ['get'], attachments: ['get'], events: ['put'] },
    // `secrets:open`: while a domain's DKIM key is changing at SES, the function signs with that key itself
    // (N27).
    grants: ['deliver:send', 'webhook:send', 'notices:send', 'ses:send', 'secrets:open'],
  },
  feedback: {
    queues: [{ name: 'feedback', batchSize: 10, maxConcurrency: 50 }],
    // Its queue's visibility timeout is six times this, because a `Send` must be processed before the next
    // send attempt.
    timeout: 10,
    memory: 512,
    table: [...reading, 'PutItem', 'UpdateItem'],
    objects: { events: ['put'] },
    grants: ['webhook:send'],
  },
  receive: {
    // A message of 26 MB, or 40 MB from SES, is in memory several times while it is read.
    queues: [{ name: 'receive', batchSize: 5, maxConcurrency: 20 }],
    timeout: 60,
    memory: 1024,
    table: [...reading, 'PutItem'],
    objects: { received: ['get', 'put', 'delete'], ses: ['get', 'delete'], events: ['put'] },
    // For mail received by SES, the function queues messages for itself (R58).
    grants: ['webhook:send', 'receive:send'],
  },
  'attempt-webhook': {
    queues: [{ name: 'attempt-webhook', batchSize: 10, maxConcurrency: 100 }],
    timeout: 60,
    memory: 512,
    table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'BatchWriteItem', 'ConditionCheckItem'],
    objects: { events: ['get', 'put'] },
    grants: ['webhook:send', 'notices:send'],
  },
  count: {
    // Gathers changes of many emails for 5 s in one write (A6). 1,000 changes are at most 3 MB of Lambda's 6.
    stream: { shows: ['email', 'run'], batchSize: 1000, batchingWindow: 5 },
    // One copy per stream shard. A table has four shards, or about 200 at 10,000 sends per second.
    reservedConcurrency: 50,
    timeout: 60,
    memory: 512,
    // It pauses tenants with bad numbers, and notifies their accounts' owners.
    table: { GetItem: ['ACC'], BatchGetItem: ['MSG'], Query: ['STAT'], UpdateItem: ['STAT', 'ACC', 'LIMIT'] },
    grants: ['notices:send', 'webhook:send'],
  },
  'domain-tasks': {
    // SES accepts about one call per second that creates or changes an identity.
    queues: [{ name: 'domain-tasks', batchSize: 2, maxConcurrency: 2 }],
    timeout: 60,
    memory: 512,
    table: [...usual, 'Query:gsi1', 'BatchWriteItem'],
    // It creates the key an inbound domain needs once SES receives (R58).
    grants: [
      'secrets:seal',
      'secrets:open',
      'domains:send',
      'ses:read-identities',
      'ses:identities',
      'notices:send',
      'webhook:send',
    ],
  },
  // The service's own mail, including sign-in links. A flood of it must not reach SES (D2, D45).
  notices: {
    queues: [{ name: 'notices', batchSize: 5, maxConcurrency: 2 }],
    // Longer than the 20 s of an SES call plus the wait for its slot, because a worker killed in between
    // loses a claimed notice.
    timeout: 40,
    memory: 512,
    table: {
      GetItem: ['ACC', 'SES', 'SIGNIN'],
      Query: ['USR'],
      UpdateItem: ['NOTICE', 'RATE', 'SIGNIN', 'SIGNINS'],
      PutItem: ['NOTICE', 'SIGNINS'],
      DeleteItem: ['NOTICE'],
    },
    grants: ['ses:notify', 'notices:send'],
  },
  'advance-run': {
    queues: [{ name: 'advance-run', batchSize: 5, maxConcurrency: 50 }],
    // A killed worker delays its runs by its messages' visibility timeout, six times this (U17).
    timeout: 20,
    memory: 512,
    table: everyAction,
    objects: {
      bodies: ['put', 'delete'],
      scheduled: ['put', 'delete'],
      templates: ['get'],
      automations: ['get'],
      attachments: ['get'],
      events: ['put'],
    },
    grants: ['runs:send', 'deliver:send', 'webhook:send', 'schedules:write', 'schedules:delete', 'sms:send'],
  },
  'tenant-removals': {
    // Works on a message for at most 40 s and leaves the rest to another message.
    queues: [{ name: 'tenant-removals', batchSize: 1, maxConcurrency: 2 }],
    timeout: 60,
    memory: 512,
    table: [...reading, 'Query:gsi1', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'ConditionCheckItem'],
    grants: ['removals:send'],
  },
  sweep: {
    everyMinutes: 1,
    // Two concurrent sweeps would drain the same queues (P10).
    reservedConcurrency: 1,
    timeout: 50,
    memory: 512,
    table: everyAction,
    objects: {
      bodies: ['get'],
      scheduled: ['get'],
      refusals: ['get'],
      automations: ['get'],
      attachments: ['get'],
      events: ['put'],
      received: ['get', 'put', 'delete'],
      ses: ['get', 'delete'],
    },
    grants: [
      'deliver:send',
      'receive:send',
      'webhook:send',
      'dead-letters:drain',
      'queues:drain',
      'feedback:send',
      'schedules:write',
      'schedules:delete',
      'ses:rate',
      'domains:send',
      'removals:send',
      'runs:send',
      'notices:send',
    ],
  },
};

/**
 * The permissions of the SMTP task's role in addition to reading its certificate (R66): to relay mail, and to
 * store incoming mail.
 */
export const smtpTask: Rights = {
  table: [...usual, 'BatchWriteItem'],
  objects: {
    bodies: ['put', 'delete'],
    scheduled: ['put', 'delete'],
    attachments: ['get'],
    templates: ['get'],
    events: ['put'],
    received: ['put', 'delete'],
  },
  grants: ['deliver:send', 'webhook:send', 'receive:send', 'schedules:write'],
};
