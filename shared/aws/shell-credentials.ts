import { S3Client } from '@aws-sdk/client-s3';
import type { CredentialsOf } from './signed/refreshed.ts';

/** The credentials of an operator's shell, by keys, a profile or a login: the SDK supports them all. */
export function shellCredentials(region: string): CredentialsOf {
  const { config } = new S3Client({ region });
  return () => config.credentials();
}
