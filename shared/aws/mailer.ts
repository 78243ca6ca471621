import type { Mailer } from '../domain/ports/sending.ts';
import { faultOf } from './fault.ts';
import { sesOutcome } from './ses-outcome.ts';

type Send = (message: Parameters<Mailer['send']>[0]) => Promise<string | undefined>;

/**
 * Whether SES says that the tenant, or its right to an identity or configuration set, is missing. SES took
 * nothing, and accepts the same email without a tenant. `AccessDeniedException` can also mean a missing
 * right.
 */
function lacksTenant(error: unknown): boolean {
  const { name, message } = faultOf(error);
  if (name === 'NotFoundException') return message.startsWith('Tenant ');
  return name === 'AccessDeniedException' && message.startsWith('Tenant not associated with resources ');
}

/** Sends raw content with SES SendEmail, whatever the size. `load` runs with the first email. */
export function sesMailer(load: () => Promise<Send>): Mailer {
  return {
    send: async (message) => {
      try {
        const send = await load();
        let without_tenant: string | undefined;
        const id = await send(message).catch((error) => {
          if (!message.tenant || !lacksTenant(error)) throw error;
          without_tenant = faultOf(error).name;
          return send({ ...message, tenant: null });
        });
        if (!id) return { outcome: 'unknown', reason: 'no MessageId' };
        return { outcome: 'accepted', message_id: id, ...(without_tenant && { without_tenant }) };
      } catch (error) {
        return sesOutcome(error, message.tenant ?? null);
      }
    },
  };
}
