import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SQSClient } from '@aws-sdk/client-sqs';
import { cached } from '../core/cache.ts';
import { createOccurrenceCounter } from '../core/occurrences.ts';
import { retentionOf } from '../core/retention.ts';
import { type Runtime, systemRuntime } from '../core/runtime.ts';
import type { Context, Log, Settings } from '../domain/context.ts';
import type { SesList } from '../domain/ports/lists.ts';
import type { DeadLetters, Scheduler } from '../domain/ports/sending.ts';
import { dnsResolver } from '../net/resolver.ts';
import { accountStore, domainStore, keyStore } from '../store/accounts.ts';
import { attachmentStore } from '../store/attachments.ts';
import { batchStore } from '../store/batches.ts';
import { deliveryStore } from '../store/deliveries.ts';
import { leaseStore } from '../store/delivery-leases.ts';
import { emailStore } from '../store/emails.ts';
import { eventStore } from '../store/events.ts';
import { exportStore } from '../store/exports.ts';
import type { Objects, UploadObjects } from '../store/objects.ts';
import { optOutStore } from '../store/opt-outs.ts';
import { pendingUnsubscribeStore } from '../store/pending-unsubscribes.ts';
import { rateStore } from '../store/rates.ts';
import { scheduleStore } from '../store/schedules.ts';
import { sesRemovalStore } from '../store/ses-removals.ts';
import { suppressionStore } from '../store/suppressions.ts';
import { templateStore } from '../store/templates.ts';
import { webhookStore } from '../store/webhooks.ts';
import { clientOptions } from './clients.ts';
import { type Config, readConfig } from './config.ts';
import { deploymentSecrets, sealedCursors, sealedTokens } from './cursors.ts';
import { sqsDeadLetters } from './dead-letters.ts';
import { jsonLog } from './log.ts';
import { sesMailer } from './mailer.ts';
import { sqsQueues } from './queues.ts';
import { cachedRate } from './sending-rate.ts';
import { dynamoTable } from './table.ts';

/** How long a key or an account may be a little old: revocation is told to work within 60 s (H29). */
const identityCache_ms = 30_000;

/** How long a delivery setting of a domain may be a little old; accepting reads the domain itself. */
const domainCache_ms = 5_000;

function settingsOf(config: Config): Settings {
  return {
    stage: config.STAGE,
    region: config.AWS_REGION,
    base_url: `${config.PUBLIC_ORIGIN}/api`,
    dashboard_url: config.PUBLIC_ORIGIN,
    service_domain: config.SERVICE_DOMAIN ?? null,
    sandbox_domain: config.SANDBOX_DOMAIN ?? null,
    webhook_targets: config.WEBHOOK_TARGETS,
    webhook_disable_after_s: config.WEBHOOK_DISABLE_AFTER_S,
    webhook_disable_min: config.WEBHOOK_DISABLE_MIN,
    soft_bounce_threshold: config.SOFT_BOUNCE_THRESHOLD,
    retention: retentionOf({
      body: config.RETENTION_BODY_DAYS,
      email: config.RETENTION_EMAIL_DAYS,
      event: config.RETENTION_EVENT_DAYS,
      webhook_log: config.RETENTION_WEBHOOK_LOG_DAYS,
    }),
  };
}

/**
 * Clients that most invocations never need are imported when they are first used: each costs a function about
 * 10 ms and 50 KB (`infra/build.ts` makes a file of its own of every dynamic import).
 */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

function lazyObjects(load: () => Promise<Objects>): Objects {
  return {
    put: async (key, bytes) => (await load()).put(key, bytes),
    get: async (key) => (await load()).get(key),
    remove: async (key) => (await load()).remove(key),
  };
}

function lazyUploads(load: () => Promise<UploadObjects>): UploadObjects {
  return {
    link: async (key, file) => (await load()).link(key, file),
    head: async (key) => (await load()).head(key),
    get: async (key, etag) => (await load()).get(key, etag),
  };
}

function lazyScheduler(load: () => Promise<Scheduler>): Scheduler {
  return {
    put: async (message, at) => (await load()).put(message, at),
    remove: async (id) => (await load()).remove(id),
  };
}

/** The dead-letter queues, for the sweep. */
export function createDeadLetters(config: Config = readConfig()): DeadLetters {
  const urls = {
    deliver: config.DELIVER_DLQ_URL,
    bulk: config.BULK_DLQ_URL,
    webhooks: config.WEBHOOK_DLQ_URL,
  };
  return sqsDeadLetters(new SQSClient(clientOptions(config.AWS_REGION, 'sqs')), urls);
}

/** SES's own suppression list, for the sweep. */
export function createSesList(config: Config = readConfig()): SesList {
  const load = once(async () => (await import('./ses-v2.ts')).sesV2List(config.AWS_REGION));
  return { remove: async (address) => (await load()).remove(address) };
}

/** The composition root: everything a function's verbs may reach, built once per process. */
export function createContext(
  config: Config = readConfig(),
  overrides: { runtime?: Runtime; log?: Log } = {},
): Context {
  const runtime = overrides.runtime ?? systemRuntime();
  const region = config.AWS_REGION;
  const table = dynamoTable(
    new DynamoDBClient(clientOptions(region, 'dynamodb')),
    config.TABLE_NAME,
    runtime,
  );
  const objects = lazyObjects(
    once(async () => (await import('./objects.ts')).s3Objects(region, config.BODY_BUCKET)),
  );
  const uploads = lazyUploads(
    once(async () => (await import('./objects.ts')).s3Uploads(region, config.BODY_BUCKET, runtime.now)),
  );
  const exports = once(async () =>
    (await import('./objects.ts')).s3Exports(region, config.BODY_BUCKET, runtime.now),
  );
  const ses = once(async () => (await import('./ses-v1.ts')).sesV1(region));
  const rate = once(async () => (await import('./ses-v1.ts')).sesV1Rate(region));
  const sesv2 = once(async () => (await import('./ses-v2.ts')).sesV2(region));
  const domains = domainStore(table);
  const accounts = accountStore(table);
  const apiKeys = keyStore(table);
  const secrets = deploymentSecrets(table, () => runtime.secret(43, 'base64url'));
  const settings = settingsOf(config);
  const { retention } = settings;
  return {
    runtime,
    settings,
    log: overrides.log ?? jsonLog(runtime.now),
    accounts: { ...accounts, get: cached(runtime.now, identityCache_ms, accounts.get) },
    keys: { ...apiKeys, find: cached(runtime.now, identityCache_ms, apiKeys.find) },
    domains: { ...domains, get: cached(runtime.now, domainCache_ms, domains.get) },
    emails: {
      ...emailStore(table, objects, runtime, retention),
      ...leaseStore(table, runtime, retention),
      ...scheduleStore(table, objects, runtime, retention),
    },
    batches: batchStore(table, objects, runtime, retention),
    events: eventStore(table, retention),
    suppressions: suppressionStore(table, runtime),
    opt_outs: optOutStore(table, runtime),
    pending_unsubscribes: pendingUnsubscribeStore(table),
    ses_removals: sesRemovalStore(table),
    attachments: attachmentStore(table, uploads),
    exports: {
      ...exportStore(table, objects, runtime.now),
      put: async (...file) => (await exports()).put(...file),
    },
    templates: templateStore(table, objects, runtime),
    webhooks: webhookStore(table, runtime),
    deliveries: deliveryStore(table, objects, retention),
    resolver: dnsResolver(config.DNS_SERVERS?.split(',') ?? []),
    rates: rateStore(table, runtime),
    occurrences: createOccurrenceCounter(),
    queues: sqsQueues(new SQSClient(clientOptions(region, 'sqs')), {
      deliver: config.DELIVER_QUEUE_URL,
      bulk: config.BULK_QUEUE_URL,
      webhooks: config.WEBHOOK_QUEUE_URL,
    }),
    scheduler: lazyScheduler(
      once(async () =>
        (await import('./scheduler.ts')).eventBridgeScheduler(region, {
          group: config.SCHEDULER_GROUP,
          role: config.SCHEDULER_ROLE_ARN,
          queues: { deliver: config.DELIVER_QUEUE_ARN, bulk: config.BULK_QUEUE_ARN },
        }),
      ),
    ),
    mailer: sesMailer(ses, sesv2),
    sending_rate: cachedRate(runtime.now, async () => (await rate())()),
    cursors: sealedCursors(secrets.current, runtime.now),
    tokens: sealedTokens(secrets),
  };
}
