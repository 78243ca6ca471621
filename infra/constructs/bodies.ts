import { Duration, Validations } from 'aws-cdk-lib';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { removalOf } from './keep.ts';

/** Days that a body of a scheduled email may lie before its time: scheduled 90 ahead, moved by 90 more. */
const furthestAhead = 90 + 90;

/**
 * The ages at which objects expire, in days; templates stay until they are edited or deleted. Each email's own expiry
 * comes first, and one that is moved beyond `furthestAhead` is written again (`shared/store/schedules.ts`).
 */
const agesOf = ({ bodyDays, webhookLogDays, receivedDays }: Config) => ({
  'bodies/': bodyDays,
  'scheduled/': furthestAhead + bodyDays,
  'events/': webhookLogDays,
  'refusals/': 7,
  // Q26, H12: uploaded within an hour, named in sends for 24, sent within 24 more, and a fortnight for a
  // message that lay in the dead-letter queue; and as long as bodies, for mail of an account that is suspended (N23).
  'attachments/': Math.max(30, bodyDays),
  'exports/': 1,
  // M60: processed within minutes; the rows of a request that was killed expire.
  'import-rows/': 1,
  // A day behind the record, whose links must not break first (R57).
  'received/': receivedDays + 1,
  // Messages that SES wrote are copied and removed within seconds (R58), or lie as long as their notification: 14 days at most.
  'ses/': 15,
});

/** Days in which an overwritten or deleted object can be restored, where it is the only copy of a customer's work. */
const oldVersions: Record<string, number> = { 'templates/': 30, 'automations/': 30, 'received/': 30 };

/** The least that S3 allows: other objects are written once, and a deleted one has to be gone. */
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

/** The bucket for email bodies, and other content, that is too large for the table. */
export function makeBodies(scope: Construct, config: Config, key: Key | undefined): Bucket {
  const bucket = new Bucket(scope, 'Bodies', {
    // With a key of the bucket S3 asks KMS once in a while, not once per object.
    ...(key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: config.enforceSsl,
    versioned: true,
    lifecycleRules: [
      ...lifecycleOf(config),
      // A marker whose versions are gone marks nothing.
      { abortIncompleteMultipartUploadAfter: Duration.days(1), expiredObjectDeleteMarker: true },
    ],
    removalPolicy: removalOf(config),
  });
  const reason = 'Only the functions read and write here; access logs would cost more than the bodies.';
  Validations.of(bucket).acknowledge({ id: 'AwsSolutions-S1', reason });
  return bucket;
}
