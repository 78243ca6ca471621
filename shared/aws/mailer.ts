import type { Mailer } from '../domain/ports/sending.ts';
import { sesOutcome } from './ses-outcome.ts';

/**
 * What goes to SES v1: its 10 MB are counted after base64. Larger messages go through v2, up to 40 MB (P22,
 * architecture 6).
 */
const v1Limit = 7 * 1024 * 1024;

type Send = (message: Parameters<Mailer['send']>[0]) => Promise<string | undefined>;

/** SES refused for the tenant that the message names: it took nothing, and takes the same without (P18). */
const refusesTenant = (error: unknown): boolean => {
  const { message = '', $metadata } = error as { message?: string; $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500 && /tenant/i.test(message);
};

/** SES by the Query API (SendRawEmail) and, for what that cannot carry, v2; each loaded when it is needed. */
export function sesMailer(v1: () => Promise<Send>, v2: () => Promise<Send>): Mailer {
  return {
    send: async (message) => {
      try {
        const send = await (message.raw.length <= v1Limit ? v1() : v2());
        const id = await send(message).catch((error) => {
          if (!message.tenant || !refusesTenant(error)) throw error;
          return send({ ...message, tenant: null });
        });
        return id ? { outcome: 'accepted', message_id: id } : { outcome: 'unknown', reason: 'no MessageId' };
      } catch (error) {
        return sesOutcome(error);
      }
    },
  };
}
