import {
  CreateEmailIdentityCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  NotFoundException,
  PutEmailIdentityFeedbackAttributesCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
  TagResourceCommand,
} from '@aws-sdk/client-sesv2';
import type { Identities, SesIdentity } from '../domain/ports/sending.ts';
import { clientOptions } from './clients.ts';
import { stageTag } from './stage-tag.ts';

function read({ Tags = [], ...answer }: GetEmailIdentityCommandOutput): SesIdentity {
  const { DkimAttributes: dkim, MailFromAttributes: mailFrom } = answer;
  return {
    verified: answer.VerifiedForSendingStatus ?? false,
    dkim_selector: dkim?.Tokens?.[0] ?? null,
    signed: (dkim?.SigningEnabled ?? false) && dkim?.Status === 'SUCCESS',
    stage: Tags.find(({ Key }) => Key === stageTag)?.Value ?? null,
    mail_from: mailFrom?.MailFromDomain
      ? { domain: mailFrom.MailFromDomain, verified: mailFrom.MailFromDomainStatus === 'SUCCESS' }
      : null,
    forwards_feedback: answer.FeedbackForwardingStatus ?? false,
  };
}

/** Sending identities of this deployment's SES. `arnPrefix`: `arn:aws:ses:<region>:<account>:identity/`, for tags. */
export function sesIdentities(region: string, arnPrefix?: string): Identities {
  const client = new SESv2Client(clientOptions({ region }, 'ses'));
  const stopForwarding = (EmailIdentity: string) =>
    client.send(
      new PutEmailIdentityFeedbackAttributesCommand({ EmailIdentity, EmailForwardingEnabled: false }),
    );
  return {
    get: async (name) => {
      try {
        return read(await client.send(new GetEmailIdentityCommand({ EmailIdentity: name })));
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
            { Key: stageTag, Value: input.stage },
            { Key: 'mailwright-domain', Value: input.name },
          ],
        }),
      );
      await stopForwarding(input.name);
      await client.send(
        new PutEmailIdentityMailFromAttributesCommand({
          EmailIdentity: input.name,
          MailFromDomain: input.mail_from,
          BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
        }),
      );
    },
    adopt: async ({ name, stage }) => {
      if (arnPrefix === undefined) throw new Error('the ARN of an identity is not known here');
      const Tags = [{ Key: stageTag, Value: stage }];
      await client.send(new TagResourceCommand({ ResourceArn: `${arnPrefix}${name}`, Tags }));
      await stopForwarding(name);
    },
  };
}

/** ARNs of SES's identities in the AWS account and region of another ARN: `arn:aws:sqs:eu-west-1:111122223333:x`. */
export function identityArns(arn: string): string {
  const [prefix, partition, , region, account] = arn.split(':');
  return [prefix, partition, 'ses', region, account, 'identity/'].join(':');
}
