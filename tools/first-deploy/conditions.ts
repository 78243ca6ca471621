import {
  CreateRoleCommand,
  DeleteRoleCommand,
  DeleteRolePolicyCommand,
  IAMClient,
  PutRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { GetEmailIdentityCommand, ListEmailIdentitiesCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { sesArns } from '../../shared/aws/identities.ts';
import { sesOutcome } from '../../shared/aws/ses-outcome.ts';
import { stageTag } from '../../shared/aws/stage-tag.ts';
import { type Checks, type Lab, named, notTried, type Seen, simulator } from './lab.ts';

type Condition = Record<string, Record<string, string>>;

/** Sends with these permissions. Returns the error, or null if SES accepts. */
type Attempt = (rights: { identity: string; condition?: Condition; to?: string }) => Promise<unknown>;

/** How long a new role takes to reach every AWS server. */
const settling_ms = 15_000;

const document = (...statements: object[]) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: statements.map((each) => ({ Effect: 'Allow', ...each })),
  });

const sending = (Resource: string, Condition?: Condition) => ({
  Action: ['ses:SendEmail', 'ses:SendRawEmail'],
  Resource,
  ...(Condition && { Condition }),
});

/**
 * Creates a role that may send, and deletes it at the end. A session policy narrows each attempt, so that attempts
 * don't have to wait.
 */
async function withRole<Result>(lab: Lab, look: (attempt: Attempt) => Promise<Result>): Promise<Result> {
  const { ctx, environment, name: RoleName, send } = lab;
  const { region } = ctx.settings;
  const iam = new IAMClient({ region });
  const arns = sesArns(environment.DELIVER_QUEUE_ARN ?? '');
  const [, partition, , , account] = arns.split(':');
  const trust = { Action: 'sts:AssumeRole', Principal: { AWS: `arn:${partition}:iam::${account}:root` } };
  const { Role } = await iam.send(
    new CreateRoleCommand({ RoleName, AssumeRolePolicyDocument: document(trust) }),
  );
  const own = { RoleName, PolicyName: 'send' };
  try {
    await iam.send(new PutRolePolicyCommand({ ...own, PolicyDocument: document(sending('*')) }));
    await ctx.runtime.sleep(settling_ms);
    return await look(async ({ identity, condition, to = simulator('success') }) => {
      const rights = [
        sending(`${arns}identity/${identity}`, condition),
        sending(`${arns}configuration-set/*`),
      ];
      const session = { RoleArn: Role?.Arn, RoleSessionName: 'first-deploy', Policy: document(...rights) };
      const client = new SESv2Client({ region, maxAttempts: 1, credentials: await keysOf(region, session) });
      return send({ to: [to] }, client).then(
        () => null,
        (error: unknown) => error,
      );
    });
  } finally {
    await iam.send(new DeleteRolePolicyCommand(own)).catch(() => {});
    await iam.send(new DeleteRoleCommand({ RoleName }));
  }
}

async function keysOf(region: string, session: ConstructorParameters<typeof AssumeRoleCommand>[0]) {
  const { Credentials } = await new STSClient({ region }).send(new AssumeRoleCommand(session));
  const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '' } = Credentials ?? {};
  return { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
}

const answerOf = (error: unknown) => (error === null ? 'accepted' : (error as Error).name);

function sendConditions(lab: Lab): Promise<Seen> {
  const { stage, sandbox_domain } = lab.ctx.settings;
  const tag = (value: string) => ({ StringEquals: { [`aws:ResourceTag/${stageTag}`]: value } });
  const from = (domain: string | null) => ({ StringLike: { 'ses:FromAddress': `*@${domain}` } });
  const conditions: Record<string, Condition> = {
    'own From address': from(sandbox_domain),
    'other From address': from('example.invalid'),
    'own tag': tag(stage),
    'other tag': tag(`${stage}x`),
  };
  return withRole(lab, async (attempt) => {
    const seen: [what: string, answer: string][] = [];
    for (const [what, condition] of Object.entries(conditions))
      seen.push([what, answerOf(await attempt({ identity: '*', condition }))]);
    const [own, another] = seen.map(([, answer]) => answer);
    const as_assumed = own === 'accepted' && another === 'AccessDeniedException';
    return { found: seen.map((each) => each.join(': ')).join(', '), as_assumed };
  });
}

/** A verified address in the AWS account without a deployment's tag. */
async function untaggedAddress({ clients: { sesv2 } }: Lab): Promise<string | undefined> {
  const { EmailIdentities = [] } = await sesv2.send(new ListEmailIdentitiesCommand({ PageSize: 100 }));
  const addresses = EmailIdentities.filter(
    ({ IdentityType, SendingEnabled }) => IdentityType === 'EMAIL_ADDRESS' && SendingEnabled,
  );
  for (const { IdentityName: EmailIdentity } of addresses) {
    const { Tags = [] } = await sesv2.send(new GetEmailIdentityCommand({ EmailIdentity }));
    if (!Tags.some(({ Key }) => Key === stageTag)) return EmailIdentity;
  }
  return undefined;
}

async function untaggedRecipient(lab: Lab): Promise<Seen> {
  const to = await untaggedAddress(lab);
  if (to === undefined) return notTried('verify one of your own addresses in SES, then run this again');
  const { sandbox_domain } = lab.ctx.settings;
  return withRole(lab, async (attempt) => {
    const narrow = await attempt({ identity: sandbox_domain ?? '', to });
    const wide = await attempt({ identity: '*', to });
    const [own, every] = [narrow, wide].map((error) => (error === null ? 'accepted' : named(error)));
    const isRead = narrow === null || 'resource' in sesOutcome(narrow);
    return {
      found: `with the sender's identity only: ${own}; with every identity: ${every}`,
      as_assumed: wide === null && isRead,
    };
  });
}

export const conditionChecks: Checks = {
  send_conditions: {
    question: "In an IAM policy, which condition restricts sends: the From address or the identity's tag?",
    assumed: "the From address, which `sendFrom` depends on. A tag doesn't restrict sends (P53)",
    look: sendConditions,
  },
  untagged_recipient: {
    question: 'Which permissions do you need to send to a verified address that has no stage tag?',
    assumed:
      "permission to use the sender's identity and, in the sandbox, the recipient's. The AccessDenied message includes the recipient's identity (P52)",
    look: untaggedRecipient,
  },
};
