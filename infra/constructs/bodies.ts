import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/** Days that a body is kept, after its email was accepted or, of a scheduled one, after its time (H42). */
const bodyAge = 30;

/**
 * Days. Q4: scheduled up to 90 days ahead, moved by 90 more, kept 30 after that; each email's own expiry comes first.
 * One that is moved beyond that is written anew (`shared/store/schedules.ts`).
 */
const longestAge = 90 + 90 + bodyAge;

/**
 * Days. Q26, H12: uploaded within an hour, named in sends for 24, handed over within 24 more, and a fortnight for a
 * message that lay in the dead-letter queue; as long as the bodies of unscheduled emails are kept.
 */
const uploadAge = 30;

/** What ends by itself, in days; templates stay until they are edited or deleted. */
const ages = {
  'bodies/': bodyAge,
  'scheduled/': longestAge,
  'events/': 30,
  'refusals/': 7,
  'attachments/': uploadAge,
  'exports/': 1,
};

/** The bucket for email bodies, and other content, that is too large for the table. */
export function makeBodies(scope: Construct, config: Config): Bucket {
  const bucket = new Bucket(scope, 'Bodies', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: config.enforceSsl,
    lifecycleRules: [
      ...Object.entries(ages).map(([prefix, days]) => ({ prefix, expiration: Duration.days(days) })),
      { abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy: config.deletionProtection ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });
  Validations.of(bucket).acknowledge({
    id: 'AwsSolutions-S1',
    reason: 'Only the functions read and write here; access logs would cost more than the bodies.',
  });
  return bucket;
}
