import { createOccurrenceCounter } from '../core/cache.ts';
import { retentionOf } from '../core/retention.ts';
import { type Runtime, systemRuntime } from '../core/runtime.ts';
import type { Base, Log } from '../domain/context.ts';
import type { Settings } from '../domain/settings.ts';
import type { Objects } from '../store/objects.ts';
import type { Table } from '../store/table.ts';
import { type Aws, awsOf } from './clients.ts';
import { type Config, readConfig } from './config.ts';
import { dynamoClient } from './dynamo.ts';
import { lazyPort, once } from './lazy-port.ts';
import { jsonLog } from './log.ts';
import type { Bucket } from './objects.ts';
import { deploymentSecrets, type Secrets } from './secrets.ts';
import { dynamoTable } from './table.ts';

export type Parts = {
  base: Base;
  config: Config;
  aws: Aws;
  table: Table;
  objects: Objects;
  bucket: () => Promise<Bucket>;
  secrets: Secrets;
};

/** The parts that tests and tools replace. */
export type Overrides = {
  config?: Config;
  runtime?: Runtime;
  log?: Log;
};

function settingsOf(config: Config): Settings {
  return {
    stage: config.STAGE,
    region: config.AWS_REGION,
    release: { version: config.VERSION, commit: config.COMMIT ?? null },
    base_url: `${config.PUBLIC_ORIGIN}/api`,
    tracking_url: config.TRACKING_HOST === undefined ? null : `https://${config.TRACKING_HOST}/api`,
    dashboard_url: config.PUBLIC_ORIGIN,
    service_domain: config.SERVICE_DOMAIN ?? null,
    smtp_relay: config.SMTP_HOST !== undefined,
    inbound: config.INBOUND ?? (config.SMTP_HOST === undefined ? 'off' : 'smtp'),
    smtp_host: config.SMTP_HOST ?? new URL(config.PUBLIC_ORIGIN).hostname,
    smtp_port: config.SMTP_PORT,
    sandbox_domain: config.SANDBOX_DOMAIN ?? null,
    sign_in: {
      link: config.SIGN_IN !== 'oidc',
      oidc: config.OIDC_ISSUER !== undefined && config.SIGN_IN !== 'link',
    },
    webhook_targets: config.WEBHOOK_TARGETS,
    webhook_disable_after_s: config.WEBHOOK_DISABLE_AFTER_S,
    webhook_disable_min: config.WEBHOOK_DISABLE_MIN,
    soft_bounce_threshold: config.SOFT_BOUNCE_THRESHOLD,
    account_ramp: config.ACCOUNT_RAMP,
    stored_limits: {
      upload_bytes_day: config.UPLOAD_BYTES_DAY,
      scheduled_emails: config.MAX_SCHEDULED_EMAILS ?? null,
      suppressions: config.MAX_SUPPRESSIONS ?? null,
      enabled_webhooks: config.MAX_ENABLED_WEBHOOKS ?? null,
      webhooks_per_host: config.MAX_WEBHOOKS_PER_HOST,
    },
    retention: retentionOf({
      body: config.RETENTION_BODY_DAYS,
      email: config.RETENTION_EMAIL_DAYS,
      event: config.RETENTION_EVENT_DAYS,
      run: config.RETENTION_RUN_DAYS,
      webhook_log: config.RETENTION_WEBHOOK_LOG_DAYS,
      received: config.RETENTION_RECEIVED_DAYS,
    }),
    sms: {
      provider: config.SMS_PROVIDER,
      sender_id: config.SMS_SENDER_ID ?? null,
      daily_limit: config.SMS_DAILY_LIMIT,
    },
    imports: { slice_s: config.IMPORT_SLICE_SECONDS, give_up_s: config.IMPORT_GIVE_UP_SECONDS },
  };
}

export function makeParts(overrides: Overrides = {}): Parts {
  const { config = readConfig(), runtime = systemRuntime(), log } = overrides;
  const aws = awsOf(config);
  const table = dynamoTable(dynamoClient(aws), config.TABLE_NAME, runtime);
  const bucket = once(async () => {
    const { s3Bucket } = await import('./objects.ts');
    return s3Bucket(aws, config.BODY_BUCKET, runtime.now);
  });
  return {
    base: {
      runtime,
      settings: settingsOf(config),
      log: log ?? jsonLog(runtime.now, config.STAGE),
      occurrences: createOccurrenceCounter(),
    },
    config,
    aws,
    table,
    objects: lazyPort(async () => (await bucket()).objects, ['put', 'get', 'remove']),
    bucket,
    secrets: deploymentSecrets(table, runtime),
  };
}
