import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';

/** Days. Q4: scheduled up to 90 days ahead, moved by 90 more, kept 30 after that; each email's own expiry comes first. */
const longestAge = 90 + 90 + 30;

/**
 * Days. Q26, H12: uploaded within an hour, named in sends for 24, handed over within 24 more, and a fortnight for a
 * message that lay in the dead-letter queue; as long as the bodies of unscheduled emails are kept.
 */
const uploadAge = 30;

/** What ends by itself; templates stay until they are edited or deleted. */
const passing = ['bodies/', 'events/'];

/** The bucket for email bodies, and other content, that is too large for the table. */
export function makeBodies(scope: Construct, config: Config): Bucket {
  const bucket = new Bucket(scope, 'Bodies', {
    encryption: BucketEncryption.S3_MANAGED,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: config.enforceSsl,
    lifecycleRules: [
      ...passing.map((prefix) => ({ prefix, expiration: Duration.days(longestAge) })),
      { prefix: 'attachments/', expiration: Duration.days(uploadAge) },
      { prefix: 'exports/', expiration: Duration.days(1) },
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
