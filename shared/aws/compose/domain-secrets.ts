import type { DomainSecrets } from '../../domain/context.ts';
import type { Sealing } from '../../domain/ports/domains.ts';
import { hmacProofs } from '../proofs.ts';
import type { Family } from './compose.ts';
import { once } from './lazy-port.ts';

/** Proofs of ownership, and the encryption of keys and credentials: by KMS where the deployment has a key (A48, P30). */
export const domainSecrets: Family<DomainSecrets> = ({ aws, config, secrets }) => {
  const { KMS_KEY_ARN } = config;
  const load = () => import('../sealing.ts');
  const own = once(async () => (await load()).secretSealing(secrets));
  const kms = KMS_KEY_ARN === undefined ? own : once(async () => (await load()).kmsSealing(aws, KMS_KEY_ARN));
  const sealing: Sealing = {
    seal: async (context, text) => (await kms()).seal(context, text),
    // What was sealed before the deployment had a key stays readable.
    open: async (context, sealed) =>
      (await (sealed.startsWith('own.') ? own() : kms())).open(context, sealed),
  };
  return { proofs: hmacProofs(secrets), sealing };
};
