import { AppError, invalid } from '../../core/errors.ts';
import type { Batch, EmailSource } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Base, Caller } from '../context.ts';
import type { FactsInput } from '../ports/emails.ts';
import { neededFacts } from '../sending/facts.ts';
import { fromRequest } from '../sending/from-request.ts';
import type { SendRequest } from '../sending/send-request.ts';
import type { Submission } from '../sending/submission.ts';
import { checkNamedTenant } from '../tenants/guard.ts';
import { type Refusal, refusalOf } from './refusals.ts';

/** An item that could be read, or why it could not. */
export type BatchItem = SendRequest | AppError;

/** A valid item, and what has to be read to decide over it. */
export type Candidate = { index: number; submission: Submission; needs: FactsInput };

/** Everything about a batch that is known before anything is read. */
export type Plan = {
  head: Pick<Batch, 'id' | 'account' | 'created_at' | 'size' | 'shards'>;
  candidates: Candidate[];
  /** Of the items that are not valid. */
  refusals: Refusal[];
};

/** Rule 1 for each item. */
export function planBatch(ctx: Base, caller: Caller, items: BatchItem[], source: EmailSource): Plan {
  const { id: account, email_shards: shards } = caller.account;
  const created_at = timestamp(ctx.runtime.now());
  const head = { id: ctx.runtime.id('bat'), account, created_at, size: items.length, shards };
  const refusals: Refusal[] = [];
  const candidates = items.flatMap((item, index) => {
    try {
      return [{ index, ...candidateOf(ctx, caller, item, source) }];
    } catch (error) {
      refusals.push(refusalOf(index, error));
      return [];
    }
  });
  return { head, candidates, refusals };
}

/** The first checks of `sendEmail`, for one item. */
function candidateOf(
  ctx: Base,
  caller: Caller,
  item: BatchItem,
  source: EmailSource,
): Omit<Candidate, 'index'> {
  if (item instanceof AppError) throw item;
  checkNamedTenant(caller, item.tenant);
  if (item.attachments !== undefined && item.attachments.length > 0) {
    const message = 'attachments: not in a batch, send the email by itself';
    throw invalid([{ path: 'attachments', rule: 'conflict', message }]);
  }
  const submission = fromRequest(item, { source, idempotency: null });
  return { submission, needs: neededFacts(ctx, caller, submission) };
}
