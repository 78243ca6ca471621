import { promises as dns } from 'node:dns';
import {
  GetEmailIdentityCommand,
  ListEmailIdentitiesCommand,
  SESv2Client,
  TagResourceCommand,
  UntagResourceCommand,
} from '@aws-sdk/client-sesv2';
import { sesArns } from '../../shared/aws/identities.ts';
import { stageTag } from '../../shared/aws/stage-tag.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { ask } from '../admin/doctor/visit.ts';
import { type Checks, type Lab, notTried, simulator } from './lab.ts';

async function mailFromByCname({ clients: { sesv2 } }: Lab) {
  const { EmailIdentities = [] } = await sesv2.send(new ListEmailIdentitiesCommand({ PageSize: 100 }));
  const seen: { name: string; status: string }[] = [];
  for (const { IdentityName: EmailIdentity } of EmailIdentities) {
    const { MailFromAttributes } = await sesv2.send(new GetEmailIdentityCommand({ EmailIdentity }));
    const { MailFromDomain: name = '', MailFromDomainStatus: status = '' } = MailFromAttributes ?? {};
    const isCname = name !== '' && (await dns.resolveCname(name).catch(() => [])).length > 0;
    if (isCname) seen.push({ name, status });
  }
  if (seen.length === 0) return notTried('verify a first domain with POST /domains, and run this again');
  return {
    found: seen.map(({ name, status }) => `${name}: ${status}`).join(', '),
    as_assumed: seen.some(({ status }) => status === 'SUCCESS'),
  };
}

async function identityRate({ clients: { sesv2 }, ctx }: Lab) {
  const EmailIdentity = ctx.settings.sandbox_domain ?? '';
  const calls = Array.from({ length: 20 }, () => sesv2.send(new GetEmailIdentityCommand({ EmailIdentity })));
  const throttled = (await Promise.allSettled(calls)).filter(
    (each) => each.status === 'rejected' && /Throttl|TooMany/.test(each.reason.name),
  );
  const found = `${throttled.length} of 20 calls at once are throttled`;
  return { found, as_assumed: throttled.length > 0 };
}

/** Without its tag the sandbox identity must not be sent as: an email stays queued. */
async function tagCondition({ ctx, visit, environment }: Lab) {
  const { sandbox_domain, region } = ctx.settings;
  const ResourceArn = `${sesArns(environment.DELIVER_QUEUE_ARN ?? '')}identity/${sandbox_domain}`;
  // SES takes about one call on identities a second.
  const client = new SESv2Client({ region, retryMode: 'adaptive', maxAttempts: 10 });
  try {
    await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: [stageTag] }));
    const from = `doctor@${sandbox_domain}`;
    const email = { from, to: simulator('success'), subject: 'npm run doctor', text: 'ok' };
    const answer = await ask(visit, 'POST', '/emails', email);
    await ctx.runtime.sleep(15_000);
    const meta = await ctx.emails.getMeta(String(answer.body.id) as Id<'msg'>);
    const found = `the email is ${meta?.state} after 15 s`;
    return { found, as_assumed: meta?.state === 'queued' || meta?.state === 'sending' };
  } finally {
    await putBack(client, ResourceArn, ctx.settings.stage);
  }
}

async function putBack(client: SESv2Client, ResourceArn: string, Value: string): Promise<void> {
  const Tags = [{ Key: stageTag, Value }];
  await client.send(new TagResourceCommand({ ResourceArn, Tags })).catch((error: Error) => {
    const command = `aws sesv2 tag-resource --resource-arn ${ResourceArn} --tags Key=${stageTag},Value=${Value}`;
    throw new Error(
      `the sandbox identity may be without its tag, without which nothing is sent from it (${error.name}). Put it back: ${command}`,
    );
  });
}

export const identityChecks: Checks = {
  mail_from_cname: {
    question: 'Does SES find a MAIL FROM domain that is a CNAME?',
    assumed: 'yes; after an hour without, verify offers MX and TXT instead',
    look: mailFromByCname,
  },
  identity_rate: {
    question: 'How many calls on identities at once does SES take?',
    assumed: 'about one a second',
    look: identityRate,
  },
  tag_condition: {
    question: 'Does SES compare the tag of an identity with the policy of who sends?',
    assumed: 'yes: a stage cannot send as an identity of another (P20)',
    look: tagCondition,
  },
};
