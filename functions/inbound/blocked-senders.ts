import type { Base, Domains, InboundRules, Paging, Tenants } from '../../shared/domain/context.ts';
import { namedDomain } from '../../shared/domain/domains/get-domain.ts';
import {
  blockSender,
  getBlock,
  listBlocks,
  unblockSender,
} from '../../shared/domain/inbound-rules/block-sender.ts';
import { BlockRecord, blockRecord } from '../../shared/domain/inbound-rules/rule-records.ts';
import { BlockSender } from '../../shared/domain/inbound-rules/rule-requests.ts';
import { actingFor } from '../../shared/domain/tenants/guard.ts';
import { namedTenant } from '../../shared/domain/tenants/named-tenant.ts';
import { withTenantName } from '../../shared/domain/tenants/names.ts';
import { resource } from '../../shared/http/resource.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';

export const blockedSenders: Resource<Base & InboundRules & Domains & Tenants & Paging> = resource({
  path: '/blocked-senders',
  id: 'bsn',
  one: 'blocked_sender',
  many: 'blocked_senders',
  noun: 'a blocked sender',
  named: 'sender',
  about: 'Senders whose email is rejected.',
  read: ['inbound:read'],
  write: ['inbound:write'],
  tenant_keys: 'own',
  record: BlockRecord,
  show: (ctx, block) => withTenantName(ctx, block.account, block, blockRecord),
  create: {
    summary: 'Block a sender',
    description:
      'Matches the envelope sender and the `From` address. Bounces are never blocked. Up to 1,000 blocked senders per account. If the sender is already blocked, returns 200.',
    also: [200, 404],
    body: BlockSender,
    find: async (ctx, { caller, raw }) => {
      const acting = actingFor(caller, await namedTenant(ctx, caller, raw.tenant));
      return { acting, domain: await namedDomain(ctx, acting, raw.domain) };
    },
    verb: (ctx, _caller, body, { acting, domain }) => blockSender(ctx, acting, body, domain),
  },
  list: { verb: listBlocks, description: 'Returns blocked senders for the account and its tenants.' },
  get: {
    verb: getBlock,
    description: 'Includes the domain or tenant that the block is limited to, if any.',
  },
  remove: {
    verb: unblockSender,
    summary: 'Unblock a sender',
    description: "Email that was already rejected isn't delivered later.",
  },
  sample: { sender: 'junk.example' },
  page: {
    columns: [
      ['sender', 'Sender'],
      ['domain', 'Mail for', 'all'],
      ['tenant', 'Tenant', 'account'],
      ['created_at', 'Since'],
    ],
    empty: 'No blocked senders. Email from blocked senders is rejected before it is stored.',
    add: {
      title: 'Block a sender',
      label: 'Block sender',
      done: 'The sender is blocked.',
      fields: [
        {
          name: 'sender',
          label: 'Sender',
          required: true,
          hint: 'An address, or a domain including its subdomains',
        },
        { name: 'domain', label: 'Domain', names: 'domains', hint: 'Leave empty for all domains' },
        { name: 'tenant', label: 'Tenant', names: 'tenants', hint: 'Leave empty for the whole account' },
      ],
    },
    remove: {
      title: 'Unblock sender',
      label: 'Unblock',
      question: 'This accepts email from {sender} again. Email that was already rejected isn’t redelivered.',
      done: 'Email from the sender is accepted again.',
    },
  },
});
