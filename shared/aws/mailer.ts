import type { Mailer } from '../domain/ports/sending.ts';
import { faultOf } from './fault.ts';
import { sesOutcome } from './ses-outcome.ts';

type Send = (message: Parameters<Mailer['send']>[0]) => Promise<string | undefined>;

/**
 * SES says that the tenant, or its right to an identity or a configuration set, does not exist: it took nothing, and
 * takes the same without a tenant. `AccessDeniedException` is the name of a missing right, too.
 */
function lacksTenant(error: unknown): boolean {
  const { name, message } = faultOf(error);
  if (name === 'NotFoundException') return message.startsWith('Tenant ');
  return name === 'AccessDeniedException' && message.startsWith('Tenant not associated with resources ');
}

/** SES by SendEmail with raw content, whatever the size; `load` is called at the first email. */
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
