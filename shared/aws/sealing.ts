import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { seal, unseal } from '../core/seal.ts';
import type { Sealing, SealingContext } from '../domain/ports/domains.ts';
import { type Aws, clientOptions } from './clients.ts';
import type { Secrets } from './secrets.ts';

const bound = ({ account, domain }: SealingContext) => [account, domain];

const opened = (text: string | null): string => {
  if (text === null) throw new Error('a sealed value cannot be opened');
  return text;
};

/**
 * Envelope encryption: one data key per value, wrapped by KMS with the account and domain as context. KMS
 * requires the same context to unwrap, and logs it. `kms.<wrapped key>.<sealed text>`.
 */
export function kmsSealing(aws: Aws, key: string): Sealing {
  const client = new KMSClient(clientOptions(aws, 'kms'));
  return {
    seal: async (context, text) => {
      const of = { KeyId: key, EncryptionContext: { ...context } };
      const made = await client.send(new GenerateDataKeyCommand({ ...of, KeySpec: 'AES_256' }));
      const secret = Buffer.from(made.Plaintext ?? []).toString('base64');
      const wrapped = Buffer.from(made.CiphertextBlob ?? []).toString('base64url');
      return `kms.${wrapped}.${seal(secret, 'domain', bound(context), text)}`;
    },
    open: async (context, sealed) => {
      const [, wrapped = '', text = ''] = sealed.split('.');
      const CiphertextBlob = Buffer.from(wrapped, 'base64url');
      const of = { KeyId: key, EncryptionContext: { ...context } };
      const { Plaintext } = await client.send(new DecryptCommand({ ...of, CiphertextBlob }));
      return opened(unseal(Buffer.from(Plaintext ?? []).toString('base64'), 'domain', bound(context), text));
    },
  };
}

/** Seals with the deployment's secret, for deployments without a KMS key: `own.<number>.<sealed text>`. */
export function secretSealing(secrets: Pick<Secrets, 'current' | 'numbered'>): Sealing {
  return {
    seal: async (context, text) => {
      const { number, secret } = await secrets.current();
      return `own.${number}.${seal(secret, 'domain', bound(context), text)}`;
    },
    open: async (context, sealed) => {
      const [, number = '', text = ''] = sealed.split('.');
      const secret = await secrets.numbered(Number(number));
      return opened(secret === null ? null : unseal(secret, 'domain', bound(context), text));
    },
  };
}
