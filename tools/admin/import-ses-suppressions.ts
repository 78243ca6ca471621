import {
  paginateListSuppressedDestinations,
  SESv2Client,
  type SuppressionListReason,
} from '@aws-sdk/client-sesv2';
import { readConfig } from '../../shared/aws/config.ts';
import { notFound } from '../../shared/core/errors.ts';
import type { SuppressionReason } from '../../shared/core/records/lists.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { type Context, systemCaller } from '../../shared/domain/context.ts';
import { batchSuppressions } from '../../shared/domain/suppressions/batch-suppressions.ts';

const reasons: Record<SuppressionListReason, SuppressionReason> = {
  BOUNCE: 'bounce',
  COMPLAINT: 'complaint',
};

/** How many addresses SES lists, and the result. A second run skips existing ones. */
type Imported = { listed: number; added: number; skipped: number; failed: number };

/**
 * Adds the addresses on SES's own suppression list in this region to an account's list. SES's list doesn't change.
 * Throws AppError 404, 403 plan_limit, and SES's errors.
 */
export async function importSesSuppressions(
  ctx: Context,
  id: Id<'acc'>,
  say: (line: string) => void,
): Promise<Imported> {
  const account = await ctx.accounts.get(id);
  if (account === null) throw notFound('Account');
  const caller = systemCaller(account, ctx.runtime.id('req'));
  const client = new SESv2Client({ region: readConfig().AWS_REGION });
  const total: Imported = { listed: 0, added: 0, skipped: 0, failed: 0 };
  const pages = paginateListSuppressedDestinations({ client, pageSize: 1000 }, {});
  for await (const { SuppressedDestinationSummaries: page = [] } of pages) {
    for (const [reason, some] of Map.groupBy(page, ({ Reason }) => Reason)) {
      if (reason === undefined) continue;
      const emails = some.map(({ EmailAddress = '' }) => EmailAddress);
      const request = { action: 'add', emails, reason: reasons[reason] } as const;
      const { added, skipped, failed } = await batchSuppressions(ctx, caller, request);
      total.listed += emails.length;
      total.added += added;
      total.skipped += skipped;
      total.failed += failed.length;
    }
    say(`Read ${total.listed} addresses and added ${total.added}`);
  }
  return total;
}
