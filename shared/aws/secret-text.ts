import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type Aws, clientOptions } from './clients.ts';

/** The text of a Secrets Manager secret, by ARN. Throws if it has none. */
export async function readSecretText(aws: Aws, arn: string): Promise<string> {
  const client = new SecretsManagerClient(clientOptions(aws, 'secrets-manager'));
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (SecretString === '') throw Object.assign(new Error('the secret has no text'), { name: 'EmptySecret' });
  return SecretString;
}
