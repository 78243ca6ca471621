import { promises as dns } from 'node:dns';
import { GetEmailIdentityCommand, ListEmailIdentitiesCommand } from '@aws-sdk/client-sesv2';
import { type Checks, type Lab, notTried } from './lab.ts';

async function mailFromByCname({ clients: { sesv2 } }: Lab) {
  const { EmailIdentities = [] } = await sesv2.send(new ListEmailIdentitiesCommand({ PageSize: 100 }));
  const seen: { name: string; status: string }[] = [];
  for (const { IdentityName: EmailIdentity } of EmailIdentities) {
    const { MailFromAttributes } = await sesv2.send(new GetEmailIdentityCommand({ EmailIdentity }));
    const { MailFromDomain: name = '', MailFromDomainStatus: status = '' } = MailFromAttributes ?? {};
    const isCname = name !== '' && (await dns.resolveCname(name).catch(() => [])).length > 0;
    if (isCname) seen.push({ name, status });
  }
  if (seen.length === 0) return notTried('verify a first domain with POST /domains, then run this again');
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
  const found = `${throttled.length} of 20 concurrent calls were throttled`;
  return { found, as_assumed: throttled.length > 0 };
}

export const identityChecks: Checks = {
  mail_from_cname: {
    question: 'Does SES accept a MAIL FROM domain that is a CNAME?',
    assumed: "yes. If SES doesn't accept it within an hour, Mailwright asks for MX and TXT records instead",
    look: mailFromByCname,
  },
  identity_rate: {
    question: 'How often can you read identities from SES before it throttles you?',
    assumed: 'about once per second',
    look: identityRate,
  },
};
