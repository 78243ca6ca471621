import type { Issue } from '../../../shared/core/errors.ts';
import type { BlockRecord } from '../../../shared/domain/inbound-rules/rule-records.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import { markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { ruleRoutes } from '../../inbound/rule-routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { firstRequest } from '../parts/curl.ts';
import { pager, queryOf } from '../parts/list.ts';
import {
  asking,
  button,
  confirmation,
  doneNote,
  empty,
  faults,
  field,
  form,
  table,
  time,
} from '../parts/parts.ts';

const notes = { added: 'The sender is blocked.', deleted: 'Mail of the sender is taken again.' };

/** Whose mail is refused (D24, N46). */
export function blockedSenderPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, ruleRoutes);

  async function list(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { session, search, form: sent } = input;
    const page = await operation<{ blocked_senders: BlockRecord[]; next_cursor: string | null }>(
      session.caller,
      'GET /blocked-senders',
      { query: queryOf(search, { limit: '25' }) },
    );
    const writes = grants(session.caller.scopes, ['inbound:write']);
    const rows = page.blocked_senders.map(({ id, sender, domain, tenant, created_at }) => [
      outside(sender),
      outside(domain ?? 'all'),
      tenant ? outside(tenant) : 'account',
      time(created_at),
      writes ? asking(`/blocked-senders/${id}/delete`, 'Unblock', 'link') : nothing,
    ]);
    const add = markup`<h2>Block a sender</h2>${faults(issues)}${form(
      input,
      '/blocked-senders/add',
      markup`${field({ name: 'sender', label: 'Sender', value: sent.get('sender'), required: true, hint: 'An address, or a domain with its subdomains' }, issues)}
${field({ name: 'domain', label: 'Domain', value: sent.get('domain'), hint: 'Empty: mail for all domains' }, issues)}${field({ name: 'tenant', label: 'Tenant', value: sent.get('tenant'), hint: 'Empty: mail for the whole account' }, issues)}${button('Block')}`,
    )}`;
    const heads = ['Sender', 'Mail for', 'Tenant', 'Since', 'Change'];
    return {
      status: code,
      page: {
        name: 'Blocked senders',
        content: markup`${doneNote(search, notes)}<p><a href="/received">Received</a> <a href="/inbound-routes">Inbound routes</a></p>
${rows.length === 0 ? empty('No sender is blocked. Their mail would be refused before it is stored.', firstRequest(ctx, '/blocked-senders')) : table({ caption: 'Blocked senders, newest first', heads, rows })}
${pager('/blocked-senders', search, page.next_cursor)}${writes ? add : nothing}`,
      },
    };
  }

  const add = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const body = filled(input.form, ['sender', 'domain', 'tenant']);
        await operation(input.session.caller, 'POST /blocked-senders', { body });
        return seeOther('/blocked-senders?done=added');
      },
      (issues, code) => list(input, issues, code),
    );

  async function ask(input: SessionInput): Promise<PageAnswer> {
    const { session, params } = input;
    const { blocked_sender } = await operation<{ blocked_sender: BlockRecord }>(
      session.caller,
      'GET /blocked-senders/{id}',
      { params },
    );
    const content = confirmation(input, {
      action: `/blocked-senders/${blocked_sender.id}/delete`,
      text: markup`Mail of ${outside(blocked_sender.sender)} is taken again. What was refused does not come by itself.`,
      label: 'Unblock',
      back: '/blocked-senders',
    });
    return { page: { name: 'Unblock the sender', content } };
  }

  async function remove({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'DELETE /blocked-senders/{id}', { params });
    return seeOther('/blocked-senders?done=deleted');
  }

  const [reading, writing] = [['inbound:read'] as const, ['inbound:write'] as const];
  return [
    { method: 'GET', path: '/blocked-senders', scope: reading, run: (_, input) => list(input) },
    { method: 'POST', path: '/blocked-senders/add', scope: writing, run: (_, input) => add(input) },
    { method: 'GET', path: '/blocked-senders/{id}/delete', scope: writing, run: (_, input) => ask(input) },
    {
      method: 'POST',
      path: '/blocked-senders/{id}/delete',
      scope: writing,
      run: (_, input) => remove(input),
    },
  ];
}
