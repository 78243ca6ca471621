import { type AppError, invalid, isAppError } from '../../core/errors.ts';
import { oncePer } from '../../core/once-per.ts';
import type { Batch, EmailSource } from '../../core/records/emails.ts';
import { type Id, timestamp } from '../../core/runtime.ts';
import type { Base, Caller, Tenants } from '../context.ts';
import type { SendFacts } from '../ports/emails.ts';
import { type Asking, neededFacts } from '../sending/facts.ts';
import { fromRequest } from '../sending/from-request.ts';
import type { SendRequest } from '../sending/send-request.ts';
import { askedTenant, checkSender, findSender, tenantOfRequest } from '../sending/sender.ts';
import type { OwnSubmission } from '../sending/submission.ts';
import { orRefused, type Refusal, refusalOf } from './refusals.ts';

export type BatchItem = SendRequest | AppError;

export type Candidate = { index: number; submission: OwnSubmission } & Asking;

export type ReadCandidate = Candidate & { facts: SendFacts };

export type Plan<Item = Candidate> = {
  head: Pick<Batch, 'id' | 'account' | 'created_at' | 'size' | 'shards'>;
  candidates: Item[];
  refusals: Refusal[];
};

/** Applies rule 1 to each item. */
export async function planBatch(
  ctx: Base & Tenants,
  caller: Caller,
  items: BatchItem[],
  source: EmailSource,
): Promise<Plan> {
  const { id: account, email_shards: shards } = caller.account;
  const created_at = timestamp(ctx.runtime.now());
  const head = { id: ctx.runtime.id('bat'), account, created_at, size: items.length, shards };
  const refusals: Refusal[] = [];
  const ask = oncePer((name: string | null) => askedTenant(ctx, caller, name));
  const candidates = await Promise.all(
    items.map(async (item, index): Promise<Candidate[]> => {
      try {
        return [await candidateOf(ctx, caller, { index, item, source, ask })];
      } catch (error) {
        refusals.push(refusalOf(index, error));
        return [];
      }
    }),
  );
  return { head, candidates: candidates.flat(), refusals };
}

type AskTenant = (name: string | null) => Promise<Id<'ten'> | null>;

/** The first checks of `sendEmail`, for one item. */
async function candidateOf(
  ctx: Base & Tenants,
  caller: Caller,
  { index, item, source, ask }: { index: number; item: BatchItem; source: EmailSource; ask: AskTenant },
): Promise<Candidate> {
  if (isAppError(item)) throw item;
  if (item.attachments !== undefined && item.attachments.length > 0) {
    const message = 'attachments are not allowed in a batch: send the email on its own';
    throw invalid([{ path: 'attachments', rule: 'conflict', message }]);
  }
  const submitted = fromRequest(item, { source, idempotency: null });
  const { submission, sender } = await findSender(ctx, caller, submitted, ask);
  return { index, submission, sender, needs: neededFacts(ctx, caller, submission) };
}

/** Each item's tenant by `tenantOfRequest`. Null for items refused before it was known. */
export const tenantsOf = ({ candidates, refusals }: Plan, read: SendFacts[]): (Id<'ten'> | null)[] => [
  ...candidates.map(({ sender }, i) => tenantOfRequest(sender, read[i] as SendFacts)),
  ...refusals.map(() => null),
];

/** The candidates whose tenant may send, with that tenant. Rejects the rest before any further check. */
export function withTenants(plan: Plan, read: SendFacts[]): Plan<ReadCandidate> {
  const refusals = [...plan.refusals];
  const candidates = plan.candidates.flatMap((candidate, i) =>
    orRefused(refusals, candidate.index, () => {
      const facts = read[i] as SendFacts;
      const tenant = checkSender(candidate.sender, facts)?.id ?? null;
      return { ...candidate, submission: { ...candidate.submission, tenant }, facts };
    }),
  );
  return { ...plan, candidates, refusals };
}
