import type { InboundRules } from '../context.ts';
import { blocksOf, isBlockedFor } from './match-block.ts';

/** The recipients for whom none of these senders is blocked (N46). */
export async function unblocked<R extends { account: string; tenant: string | null; domain_id: string }>(
  ctx: InboundRules,
  recipients: R[],
  senders: string[],
): Promise<R[]> {
  const accounts = [...new Set(recipients.map(({ account }) => account))];
  const found = await Promise.all(accounts.map((account) => ctx.blocked_senders.of(account)));
  const blocks = new Map(accounts.map((account, i) => [account, blocksOf(found[i] ?? [], senders)]));
  return recipients.filter((to) => !isBlockedFor(blocks.get(to.account) ?? [], to));
}
