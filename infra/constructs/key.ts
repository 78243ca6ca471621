import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Config } from '../config.ts';
import { removalOf } from './keep.ts';

/**
 * The deployment's one KMS key, which encrypts DKIM private keys and stored DNS credentials (A48, P30). It costs a dollar
 * a month; `-c kms=aws-owned` does without it, and the deployment's secret in the table takes its place.
 */
export function makeKey(scope: Construct, config: Config): Key | undefined {
  if (config.kms === 'aws-owned') return undefined;
  return new Key(scope, 'Key', {
    description: `Mailwright ${config.stage}: DKIM keys and stored credentials`,
    enableKeyRotation: true,
    removalPolicy: removalOf(config),
  });
}
