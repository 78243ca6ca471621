import {
  CreateEmailIdentityCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { Identities } from '../domain/ports/sending.ts';
import { clientOptions } from './clients.ts';

/** Sending identities of this deployment's SES. */
export function sesIdentities(region: string): Identities {
  const client = new SESv2Client(clientOptions({ region }, 'ses'));
  return {
    get: async (name) => {
      try {
        const answer = await client.send(new GetEmailIdentityCommand({ EmailIdentity: name }));
        const dkim_selector = answer.DkimAttributes?.Tokens?.[0] ?? null;
        return { verified: answer.VerifiedForSendingStatus ?? false, dkim_selector };
      } catch (error) {
        if (error instanceof NotFoundException) return null;
        throw error;
      }
    },
    create: async (input) => {
      await client.send(
        new CreateEmailIdentityCommand({
          EmailIdentity: input.name,
          DkimSigningAttributes: {
            DomainSigningSelector: input.selector,
            DomainSigningPrivateKey: input.private_key,
          },
          Tags: [
            { Key: 'mailwright-stage', Value: input.stage },
            { Key: 'mailwright-domain', Value: input.name },
          ],
        }),
      );
      await client.send(
        new PutEmailIdentityMailFromAttributesCommand({
          EmailIdentity: input.name,
          MailFromDomain: input.mail_from,
          BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
        }),
      );
    },
  };
}
