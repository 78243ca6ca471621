import { S3Client } from '@aws-sdk/client-s3';
import type { CredentialsOf } from './signed/refreshed.ts';

/** Those of an operator's shell, be it by keys, a profile or a login: the SDK knows them all. */
export function shellCredentials(region: string): CredentialsOf {
  const { config } = new S3Client({ region });
  return () => config.credentials();
}
