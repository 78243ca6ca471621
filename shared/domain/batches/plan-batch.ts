import { AppError, invalid } from '../../core/errors.ts';
import type { Batch, EmailSource } from '../../core/records/emails.ts';
import { timestamp } from '../../core/runtime.ts';
import type { Caller, Context } from '../context.ts';
import type { FactsInput } from '../ports/emails.ts';
import { type CheckedRequest, checkRequest } from '../sending/check-request.ts';
import { neededFacts } from '../sending/send-email.ts';
import type { SendRequest } from '../sending/send-request.ts';
import { type Refusal, refusalOf } from './refusals.ts';

/** An item that could be read, or why it could not. */
export type BatchItem = SendRequest | AppError;

/** A sound item, and where the facts stand that decide over it. */
export type Candidate = {
  index: number;
  request: SendRequest;
  checked: CheckedRequest;
  needs: FactsInput;
};

/** Everything about a batch that is known before anything is read. */
export type Plan = {
  head: Pick<Batch, 'id' | 'account' | 'created_at' | 'size' | 'shards'>;
  source: EmailSource;
  candidates: Candidate[];
  /** Of the items that are not sound. */
  refusals: Refusal[];
};

/** Rule 1 for each item. */
export function planBatch(ctx: Context, caller: Caller, items: BatchItem[], source: EmailSource): Plan {
  const { id: account, email_shards: shards } = caller.account;
  const created_at = timestamp(ctx.runtime.now());
  const head = { id: ctx.runtime.id('bat'), account, created_at, size: items.length, shards };
  const refusals: Refusal[] = [];
  const candidates = items.flatMap((item, index) => {
    try {
      return [candidateOf(ctx, caller, item, index)];
    } catch (error) {
      refusals.push(refusalOf(index, error));
      return [];
    }
  });
  return { head, source, candidates, refusals };
}

function candidateOf(ctx: Context, caller: Caller, item: BatchItem, index: number): Candidate {
  if (item instanceof AppError) throw item;
  if (item.attachments !== undefined && item.attachments.length > 0) {
    const message = 'attachments: not in a batch, send the email by itself';
    throw invalid([{ path: 'attachments', rule: 'conflict', message }]);
  }
  const checked = checkRequest(item);
  const { canonical } = checked;
  const needs = neededFacts(ctx, caller, { request: item, canonical, idempotency: null });
  return { index, request: item, checked, needs };
}
