import { canonicalAddress } from '../../core/addresses.ts';
import type { BlockedSender } from '../../core/records/inbound-rules.ts';
import type { Id } from '../../core/runtime.ts';
import type { InboundRules } from '../context.ts';

type To = { tenant: Id<'ten'> | null; domain_id: Id<'dom'> };

/** The most labels a DNS domain can have. */
const maxLabels = 127;

/** The names that block a sender: its address, and each domain above it with two labels or more. */
function namesOf(sender: string): string[] {
  const address = canonicalAddress(sender.replace(/\.$/, ''));
  const at = address.lastIndexOf('@');
  if (at < 1 || address.slice(0, at) === 'mailer-daemon') return [];
  const labels = address
    .slice(at + 1)
    .split('.')
    .slice(-maxLabels);
  return [address, ...labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'))];
}

/**
 * Blocks that match one of these senders. Bounces, whose sender is empty or MAILER-DAEMON, match none.
 * Unknown senders (null) match any block.
 */
function blocksOf(blocks: BlockedSender[], senders: string[] | null): BlockedSender[] {
  if (senders === null) return blocks;
  const names = new Set(blocks.length === 0 ? [] : senders.flatMap(namesOf));
  return blocks.filter(({ sender }) => names.has(sender));
}

const isBlockedFor = (blocks: BlockedSender[], to: To): boolean =>
  blocks.some(
    ({ tenant, domain_id }) =>
      (tenant === null || tenant === to.tenant) && (domain_id === null || domain_id === to.domain_id),
  );

/** The recipients for whom none of these senders is blocked. */
export async function unblocked<
  R extends { account: Id<'acc'>; tenant: Id<'ten'> | null; domain_id: Id<'dom'> },
>(ctx: InboundRules, recipients: R[], senders: string[] | null): Promise<R[]> {
  const accounts = [...new Set(recipients.map(({ account }) => account))];
  const found = await Promise.all(accounts.map((account) => ctx.blocked_senders.of(account)));
  const blocks = new Map(accounts.map((account, i) => [account, blocksOf(found[i] ?? [], senders)]));
  return recipients.filter((to) => !isBlockedFor(blocks.get(to.account) ?? [], to));
}
