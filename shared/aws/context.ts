import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SESClient } from '@aws-sdk/client-ses';
import { SQSClient } from '@aws-sdk/client-sqs';
import { cached } from '../core/cache.ts';
import { type Runtime, systemRuntime } from '../core/runtime.ts';
import type { Context, DeadLetters, Log, Settings } from '../domain/context.ts';
import { accountStore, domainStore, keyStore } from '../store/accounts.ts';
import { deliveryStore } from '../store/deliveries.ts';
import { emailStore } from '../store/emails.ts';
import { eventStore } from '../store/events.ts';
import { handOverStore } from '../store/hand-over.ts';
import { suppressionStore } from '../store/suppressions.ts';
import { webhookStore } from '../store/webhooks.ts';
import { type Config, readConfig } from './config.ts';
import { deploymentSecret, sealedCursors } from './cursors.ts';
import { sqsDeadLetters } from './dead-letters.ts';
import { powertoolsLog } from './log.ts';
import { sesMailer } from './mailer.ts';
import { s3Objects } from './objects.ts';
import { sqsQueues } from './queues.ts';
import { dnsResolver } from './resolver.ts';
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
    service_domain: config.SERVICE_DOMAIN,
    sandbox_domain: config.SANDBOX_DOMAIN,
    webhook_targets: config.WEBHOOK_TARGETS,
    webhook_disable_after_s: config.WEBHOOK_DISABLE_AFTER_S,
    webhook_disable_min: config.WEBHOOK_DISABLE_MIN,
    soft_bounce_threshold: config.SOFT_BOUNCE_THRESHOLD,
  };
}

/** A client that is made when it is first needed. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** The dead-letter queues, for the sweep. */
export function createDeadLetters(config: Config = readConfig()): DeadLetters {
  const urls = { deliver: config.DELIVER_DLQ_URL, webhooks: config.WEBHOOK_DLQ_URL };
  return sqsDeadLetters(new SQSClient({ region: config.AWS_REGION }), urls);
}

/** The composition root: everything a function's verbs may reach, built once per process. */
export function createContext(
  config: Config = readConfig(),
  overrides: { runtime?: Runtime; log?: Log } = {},
): Context {
  const runtime = overrides.runtime ?? systemRuntime();
  const region = config.AWS_REGION;
  const table = dynamoTable(new DynamoDBClient({ region }), config.TABLE_NAME);
  const s3 = once(
    async () => new (await import('@aws-sdk/client-s3')).S3Client({ region, forcePathStyle: true }),
  );
  // A hand-over that broke may have been taken: SES is never asked twice behind our back.
  const ses = new SESClient({ region, maxAttempts: 1 });
  const sesv2 = once(
    async () => new (await import('@aws-sdk/client-sesv2')).SESv2Client({ region, maxAttempts: 1 }),
  );
  const domains = domainStore(table);
  const objects = s3Objects(s3, config.BODY_BUCKET);
  const accounts = accountStore(table);
  const apiKeys = keyStore(table);
  const secret = deploymentSecret(table, () => runtime.secret(43, 'base64url'));
  return {
    runtime,
    settings: settingsOf(config),
    log: overrides.log ?? powertoolsLog(),
    accounts: { ...accounts, get: cached(runtime.now, identityCache_ms, accounts.get) },
    keys: { ...apiKeys, find: cached(runtime.now, identityCache_ms, apiKeys.find) },
    domains: { ...domains, get: cached(runtime.now, domainCache_ms, domains.get) },
    emails: { ...emailStore(table, objects, runtime.now), ...handOverStore(table) },
    events: eventStore(table),
    suppressions: suppressionStore(table),
    webhooks: webhookStore(table, runtime.now),
    deliveries: deliveryStore(table, objects),
    resolver: dnsResolver(config.DNS_SERVERS?.split(',') ?? []),
    queues: sqsQueues(new SQSClient({ region }), {
      deliver: config.DELIVER_QUEUE_URL,
      webhooks: config.WEBHOOK_QUEUE_URL,
    }),
    mailer: sesMailer(ses, sesv2),
    cursors: sealedCursors(secret, runtime.now),
  };
}
