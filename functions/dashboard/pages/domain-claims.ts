import type { Issue } from '../../../shared/core/errors.ts';
import type { ClaimRecord } from '../../../shared/domain/domains/claims/claim-record.ts';
import { markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { claimRoutes } from '../../domains/claim-routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, orFormAgain } from '../parts/acting.ts';
import { button, copied, doneNote, facts, faults, field, form, status, time } from '../parts/parts.ts';

const notes = {
  claimed: 'Publish the record, then look for it.',
  looked: 'The record was looked for.',
};

/** Claims of domains that other accounts have (D24). */
export function claimPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, claimRoutes);

  const newPage = (input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer => ({
    status: code,
    page: {
      name: 'Claim a domain',
      content: markup`<p>For a domain of yours that another account has: a record in its DNS proves it.</p>${faults(issues)}${form(input, '/domains/claims/new', markup`${field({ name: 'name', label: 'Domain', value: input.form.get('name') ?? input.search.get('name'), required: true }, issues)}${button('Claim domain')}`)}`,
    },
  });

  const create = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { claim } = await operation<{ claim: ClaimRecord }>(
          input.session.caller,
          'POST /domains/claims',
          {
            body: filled(input.form, ['name']),
          },
        );
        return seeOther(`/domains/claims/${claim.id}?done=claimed`);
      },
      (issues, code) => newPage(input, issues, code),
    );

  async function show(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { params, session, search } = input;
    const { claim } = await operation<{ claim: ClaimRecord }>(session.caller, 'GET /domains/claims/{id}', {
      params,
    });
    const { name, record, note, blocked_reason, domain_id, expires_at } = claim;
    const open = claim.status === 'pending' || claim.status === 'verified' || claim.status === 'blocked';
    return {
      status: code,
      page: {
        name: `Claim of ${name}`,
        content: markup`${doneNote(search, notes)}${faults(issues)}${facts([
          ['Status', status(claim.status)],
          ['Why', outside(note ?? blocked_reason ?? '–')],
          ['Record', 'TXT'],
          ['Name', copied('name', record.host)],
          ['Value', copied('value', record.value)],
          ['Ends', time(expires_at)],
          ['Domain', domain_id ? markup`<a href="/domains/${domain_id}">${outside(name)}</a>` : '–'],
        ])}${open ? form(input, `/domains/claims/${claim.id}/verify`, button('Check now')) : nothing}`,
      },
    };
  }

  const verify = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { params, session } = input;
        await operation(session.caller, 'POST /domains/claims/{id}', { params, body: { action: 'verify' } });
        return seeOther(`/domains/claims/${params.id}?done=looked`);
      },
      (issues, code) => show(input, issues, code),
    );

  const [reading, writing] = [['domains:read'] as const, ['domains:write'] as const];
  return [
    { method: 'GET', path: '/domains/claims/new', scope: writing, run: async (_, input) => newPage(input) },
    { method: 'POST', path: '/domains/claims/new', scope: writing, run: (_, input) => create(input) },
    { method: 'GET', path: '/domains/claims/{id}', scope: reading, run: (_, input) => show(input) },
    { method: 'POST', path: '/domains/claims/{id}/verify', scope: writing, run: (_, input) => verify(input) },
  ];
}
