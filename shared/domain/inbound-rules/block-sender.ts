import { AppError, invalid, notFound } from '../../core/errors.ts';
import type { Domain } from '../../core/records/domains.ts';
import type { BlockedSender } from '../../core/records/inbound-rules.ts';
import { isId, timestamp } from '../../core/runtime.ts';
import type { Base, Caller, InboundRules, Paging, Tenants } from '../context.ts';
import { requireScope } from '../keys/require-scope.ts';
import { filteredPage, type PageQuery } from '../lists/filtered-page.ts';
import { withoutDeleted, withTenantNames } from '../tenants/names.ts';
import { sees } from './get-route.ts';
import { senderName } from './rule-names.ts';
import { blockRecord } from './rule-records.ts';
import type { BlockSender } from './rule-requests.ts';

/** Blocked senders per account. */
const maxBlocked = 1_000;

/**
 * POST /blocked-senders: refuses mail from an address or domain. Returns the existing block if the same
 * sender is blocked for the same recipients. `domain` is the one the request names. The caller acts for the
 * tenant it names. Throws 403 plan_limit at 1,000 per account, and 400 for a domain that doesn't receive.
 */
export async function blockSender(
  ctx: Base & InboundRules,
  caller: Caller,
  { sender: text }: Pick<BlockSender, 'sender'>,
  domain: Domain | null,
): Promise<{ blocked_sender: BlockedSender; created: boolean }> {
  requireScope(caller, ['inbound:write']);
  const sender = senderName(text) ?? text;
  if (domain?.inbound_enabled === false)
    throw invalid([
      { path: 'domain', rule: 'conflict', message: `domain: ${domain.name} does not receive email` },
    ]);
  const block: BlockedSender = {
    id: ctx.runtime.id('bsn'),
    account: caller.account.id,
    sender,
    tenant: caller.tenant,
    domain: domain?.name ?? null,
    domain_id: domain?.id ?? null,
    created_at: timestamp(ctx.runtime.now()),
  };
  const made = await ctx.blocked_senders.create(block, maxBlocked);
  if (made.result === 'exists') return { blocked_sender: made.current, created: false };
  if (made.result === 'limit')
    throw new AppError('plan_limit', `An account can have at most ${maxBlocked} blocked senders`, {
      status: 403,
      details: { limit: maxBlocked, used: made.used, period: 'total' },
    });
  ctx.log.info('sender_blocked', { account: block.account, block_id: block.id });
  return { blocked_sender: block, created: true };
}

/** The caller's blocked sender. 404 if missing, in another account, or not of the key's tenant. */
export async function getBlock(
  ctx: InboundRules & Tenants,
  caller: Caller,
  id: string,
): Promise<BlockedSender> {
  const { id: account } = caller.account;
  const found = isId('bsn', id) ? await ctx.blocked_senders.get(account, id) : null;
  const [block] = await withoutDeleted(ctx, account, found === null ? [] : [found]);
  if (block === undefined || !sees(caller, block)) throw notFound('Blocked sender');
  return block;
}

/** GET /blocked-senders: one page, newest first. A tenant key sees only its tenant's. */
export function listBlocks(ctx: Base & InboundRules & Tenants & Paging, caller: Caller, query: PageQuery) {
  const { account, tenant } = caller;
  return filteredPage(ctx, query, {
    name: 'blocked_senders',
    bound: [account.id, 'blocked-senders', tenant ?? ''],
    read: async (page) => {
      const { entries, next } = await ctx.blocked_senders.list(account.id, page);
      return { entries: await withoutDeleted(ctx, account.id, entries), next };
    },
    keep: tenant === null ? undefined : (block) => sees(caller, block),
    show: (blocks) => withTenantNames(ctx, account.id, blocks, blockRecord),
  });
}

export async function unblockSender(
  ctx: Base & InboundRules & Tenants,
  caller: Caller,
  id: string,
): Promise<void> {
  requireScope(caller, ['inbound:write']);
  const block = await getBlock(ctx, caller, id);
  if (!(await ctx.blocked_senders.remove(block))) throw notFound('Blocked sender');
  ctx.log.info('sender_unblocked', { account: block.account, block_id: block.id });
}
