import type { Base, Caller, Mail } from '../context.ts';
import { sendLimits } from '../limits/send-limits.ts';
import type { FactsInput, SendFacts } from '../ports/emails.ts';
import { fromDomain } from './rules.ts';
import type { Submission } from './submission.ts';
import { templateName } from './use-template.ts';

type Asked = Pick<Submission, 'from' | 'canonical' | 'scheduled_at' | 'template' | 'idempotency'>;

/** What has to be read to decide over a send: claim, from-domain, limits, template, each recipient's list entries. */
export function neededFacts(ctx: Base, caller: Caller, send: Asked): FactsInput {
  const domain = fromDomain(send.from);
  const sandbox = domain === ctx.settings.sandbox_domain;
  // A scheduled email is counted when it fires (Q2).
  const counts = send.scheduled_at === null;
  return {
    account: caller.account.id,
    idempotency_key: send.idempotency?.key ?? null,
    domain: sandbox ? null : domain,
    limits: counts ? sendLimits(caller.account, { sandbox, recipients: send.canonical.length }) : [],
    template: templateName(send.template),
    addresses: send.canonical,
  };
}

/** The facts of one send, in one round trip. */
export async function readFacts(ctx: Mail, needs: FactsInput): Promise<SendFacts> {
  const [facts] = await ctx.emails.readFacts([needs]);
  if (facts === undefined) throw new Error('readFacts returned nothing');
  return facts;
}
