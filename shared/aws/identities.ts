import {
  CreateEmailIdentityCommand,
  DeleteEmailIdentityCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  NotFoundException,
  PutEmailIdentityDkimSigningAttributesCommand,
  PutEmailIdentityFeedbackAttributesCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SESv2Client,
  TagResourceCommand,
} from '@aws-sdk/client-sesv2';
import type { Identities, IdentityInput, SesIdentity } from '../domain/ports/sending.ts';
import { clientOptions } from './clients.ts';
import { ignoring } from './fault.ts';
import { deleteTenant, isHeld, joinTenant, leaveTenants } from './ses-tenants.ts';
import { stageTag } from './stage-tag.ts';

/** The tag on identities that this service created. */
const domainTag = 'mailwright-domain';

/**
 * PENDING becomes FAILED after 72 hours. TEMPORARY_FAILURE means that records have disappeared that SES saw
 * earlier.
 */
const mailFromOf = (domain: string, status: string | undefined) => ({
  domain,
  verified: status === 'SUCCESS',
  pending: status === 'PENDING' || status === 'FAILED',
  failed: status === 'FAILED',
});

function read({ Tags = [], ...answer }: GetEmailIdentityCommandOutput): SesIdentity {
  const { DkimAttributes: dkim, MailFromAttributes: mailFrom } = answer;
  return {
    verified: answer.VerifiedForSendingStatus ?? false,
    dkim_selector: dkim?.Tokens?.[0] ?? null,
    signed: (dkim?.SigningEnabled ?? false) && dkim?.Status === 'SUCCESS',
    dkim_failed: dkim?.Status === 'FAILED',
    stage: Tags.find(({ Key }) => Key === stageTag)?.Value ?? null,
    domain: Tags.find(({ Key }) => Key === domainTag)?.Value ?? null,
    mail_from: mailFrom?.MailFromDomain
      ? mailFromOf(mailFrom.MailFromDomain, mailFrom.MailFromDomainStatus)
      : null,
    forwards_feedback: answer.FeedbackForwardingStatus ?? false,
  };
}

type Call = (client: SESv2Client, input: IdentityInput) => Promise<unknown>;

const stopForwarding = (client: SESv2Client, { name: EmailIdentity }: { name: string }) =>
  client.send(
    new PutEmailIdentityFeedbackAttributesCommand({ EmailIdentity, EmailForwardingEnabled: false }),
  );

const signingOf = ({ selector, private_key }: IdentityInput) => ({
  DomainSigningSelector: selector,
  DomainSigningPrivateKey: private_key,
});

const createIdentity: Call = (client, input) =>
  client.send(
    new CreateEmailIdentityCommand({
      EmailIdentity: input.name,
      DkimSigningAttributes: signingOf(input),
      ConfigurationSetName: `${input.stage}-opportunistic`,
      Tags: [
        { Key: stageTag, Value: input.stage },
        { Key: domainTag, Value: input.name },
      ],
    }),
  );

const changeKey: Call = (client, input) =>
  client.send(
    new PutEmailIdentityDkimSigningAttributesCommand({
      EmailIdentity: input.name,
      SigningAttributesOrigin: 'EXTERNAL',
      SigningAttributes: signingOf(input),
    }),
  );

const setMailFrom: Call = (client, { name, mail_from }) =>
  client.send(
    new PutEmailIdentityMailFromAttributesCommand({
      EmailIdentity: name,
      ...(mail_from !== null && { MailFromDomain: mail_from }),
      BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
    }),
  );

/** The calls an identity still needs; SES accepts each about once a second. */
const missingParts = ({ selector, mail_from }: IdentityInput, existing: SesIdentity | null): Call[] => [
  ...(existing === null ? [createIdentity] : []),
  ...(existing !== null && existing.dkim_selector !== selector ? [changeKey] : []),
  ...((existing?.forwards_feedback ?? true) ? [stopForwarding] : []),
  ...((existing?.mail_from?.domain ?? null) === mail_from ? [] : [setMailFrom]),
];

/**
 * This deployment's sending identities at SES. `arns` is the prefix `arn:aws:ses:<region>:<account>:`, for
 * tags and tenants.
 */
export function sesIdentities(region: string, arns?: string): Identities {
  const client = new SESv2Client(clientOptions({ region }, 'ses'));
  return {
    get: async (name) => {
      const asked = client.send(new GetEmailIdentityCommand({ EmailIdentity: name }));
      const found = await asked.catch(ignoring(NotFoundException));
      return found ? read(found) : null;
    },
    make: async (input, existing) => {
      const calls = missingParts(input, existing);
      for (const call of calls) await call(client, input);
      return calls.length > 0;
    },
    restart: async (input, searches) => {
      const putAgain = { dkim: changeKey, mail_from: setMailFrom };
      for (const search of searches) await putAgain[search](client, input);
    },
    remove: async (EmailIdentity) => {
      const remove = () => client.send(new DeleteEmailIdentityCommand({ EmailIdentity }));
      const release = async (error: unknown) => {
        if (arns === undefined || !isHeld(error)) throw error;
        await leaveTenants(client, `${arns}identity/${EmailIdentity}`);
        await remove();
      };
      await remove().catch(release).catch(ignoring(NotFoundException));
    },
    adopt: async ({ name, stage }) => {
      if (arns === undefined) throw new Error("the identity's ARN is unknown here");
      const Tags = [{ Key: stageTag, Value: stage }];
      await client.send(new TagResourceCommand({ ResourceArn: `${arns}identity/${name}`, Tags }));
      await stopForwarding(client, { name });
    },
    join: async (input) => {
      if (arns === undefined) throw new Error("the identity's ARN is unknown here");
      await joinTenant(client, arns, input);
    },
    deleteTenant: (name) => deleteTenant(client, name),
  };
}

/**
 * The prefix of SES ARNs in the AWS account and region of another ARN, such as
 * `arn:aws:sqs:eu-west-1:111122223333:x`.
 */
export function sesArns(arn: string): string {
  const [prefix, partition, , region, account] = arn.split(':');
  return [prefix, partition, 'ses', region, account, ''].join(':');
}
