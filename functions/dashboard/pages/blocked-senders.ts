import type { BlockRecord } from '../../../shared/domain/inbound-rules/rule-records.ts';
import { markup, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { ruleRoutes } from '../../inbound/rule-routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain, type Refused } from '../parts/acting.ts';
import { type Asked, askingPages } from '../parts/asking.ts';
import { callsOf } from '../parts/calls.ts';
import { listPage } from '../parts/list.ts';
import { get, may, post } from '../parts/pages.ts';
import { asking, button, faults, fieldsOf, form, time } from '../parts/parts.ts';

const [reading, writing] = [['inbound:read'] as const, ['inbound:write'] as const];

const notes = { added: 'The sender is blocked.', deleted: 'Mail of the sender is taken again.' };

/** Senders whose mail is refused (D24, N46). */
export function blockedSenderPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, ruleRoutes);

  async function list(input: SessionInput, { issues, status }: Refused = {}): Promise<PageAnswer> {
    const found = await callList<BlockRecord>(input, 'GET /blocked-senders');
    const writes = may(input, writing);
    const field = fieldsOf(input.form, issues);
    const fields = markup`${field({ name: 'sender', label: 'Sender', required: true, hint: 'An address, or a domain with its subdomains' })}
${field({ name: 'domain', label: 'Domain', hint: 'Empty: mail for all domains' })}${field({ name: 'tenant', label: 'Tenant', hint: 'Empty: mail for the whole account' })}${button('Block')}`;
    return listPage(ctx, input, {
      ...found,
      name: 'Blocked senders',
      path: '/blocked-senders',
      notes,
      status,
      above: markup`<p><a href="/received">Received</a> <a href="/inbound-routes">Inbound routes</a></p>`,
      caption: 'Blocked senders, newest first',
      heads: ['Sender', 'Mail for', 'Tenant', 'Since', 'Change'],
      row: ({ id, sender, domain, tenant, created_at }) => [
        outside(sender),
        outside(domain ?? 'all'),
        tenant ? outside(tenant) : 'account',
        time(created_at),
        writes && asking(`/blocked-senders/${id}/delete`, 'Unblock', 'link'),
      ],
      none: 'No sender is blocked. Their mail would be refused before it is stored.',
      below:
        writes &&
        markup`<h2>Block a sender</h2>${faults(issues)}${form(input, '/blocked-senders/add', fields)}`,
    });
  }

  async function ask(input: SessionInput): Promise<Asked> {
    const { blocked_sender } = await call<{ blocked_sender: BlockRecord }>(
      input,
      'GET /blocked-senders/{id}',
    );
    return {
      name: 'Unblock the sender',
      text: markup`Mail of ${outside(blocked_sender.sender)} is taken again. What was refused does not come by itself.`,
      label: 'Unblock',
      back: '/blocked-senders',
    };
  }

  const add = does('POST /blocked-senders', '/blocked-senders?done=added', ({ form: sent }) => ({
    body: filled(sent, ['sender', 'domain', 'tenant']),
  }));
  const remove = does('DELETE /blocked-senders/{id}', '/blocked-senders?done=deleted');

  return [
    get('/blocked-senders', reading, list),
    post('/blocked-senders/add', writing, orFormAgain(list, add)),
    ...askingPages('/blocked-senders/{id}/delete', writing, ask, remove),
  ];
}
