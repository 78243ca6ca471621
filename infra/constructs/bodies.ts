import { Duration, Validations } from 'aws-cdk-lib';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { removalOf } from './keep.ts';

/**
 * Max days from storing a scheduled email's body to sending it: scheduled 90 days ahead, then moved by 90
 * more.
 */
const furthestAhead = 90 + 90;

/**
 * Ages in days at which objects expire. Templates stay until they are edited or deleted. Each email's own
 * expiry comes first, and a body moved beyond `furthestAhead` is rewritten (`shared/store/schedules.ts`).
 */
const agesOf = ({ bodyDays, webhookLogDays, receivedDays }: Config) => ({
  'bodies/': bodyDays,
  'scheduled/': furthestAhead + bodyDays,
  'events/': webhookLogDays,
  'refusals/': 7,
  // Q26, H12: 1 hour to upload, 24 hours to use, 24 hours to send, and 14 days in a dead-letter queue. At
  // least as long as bodies, for mail of suspended accounts (N23).
  'attachments/': Math.max(30, bodyDays),
  'exports/': 1,
  // M60: rows are processed within minutes, so this removes only those of killed requests.
  'import-rows/': 1,
  // A day after the record, so its links don't break early (R57).
  'received/': receivedDays + 1,
  // Messages from SES are copied and removed within seconds (R58), or stay as long as their notification: at
  // most 14 days.
  'ses/': 15,
});

/**
 * Days in which overwritten or deleted objects can be restored, if they are the only copy of a customer's
 * work.
 */
const oldVersions: Record<string, number> = { 'templates/': 30, 'automations/': 30, 'received/': 30 };

/** The minimum that S3 allows. Other objects are written once, and deleted objects must be gone. */
const otherOldVersions = 1;

function lifecycleOf(config: Config): LifecycleRule[] {
  const ages: Record<string, number> = agesOf(config);
  const prefixes = new Set([...Object.keys(ages), ...Object.keys(oldVersions), 'imports/']);
  return [...prefixes].map((prefix) => ({
    prefix,
    ...(ages[prefix] !== undefined && { expiration: Duration.days(ages[prefix]) }),
    noncurrentVersionExpiration: Duration.days(oldVersions[prefix] ?? otherOldVersions),
  }));
}

/** The bucket for email bodies and other content too large for the table. */
export function makeBodies(scope: Construct, config: Config, key: Key | undefined): Bucket {
  const bucket = new Bucket(scope, 'Bodies', {
    // With a bucket key, S3 asks KMS occasionally instead of once per object.
    ...(key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: config.enforceSsl,
    versioned: true,
    lifecycleRules: [
      ...lifecycleOf(config),
      // Removes delete markers that have no versions left.
      { abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true },
    ],
    removalPolicy: removalOf(config),
  });
  const reason = 'Only the functions use this bucket. Access logs would cost more than the stored bodies.';
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason });
  return bucket;
}
