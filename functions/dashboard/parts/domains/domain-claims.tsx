import { type Html, outside } from '../../../../shared/http/html.ts';
import {
  type Page,
  type PageAnswer,
  type SessionInput,
  seeOther,
} from '../../../../shared/http/pages/page.ts';
import { claimRoutes } from '../../../domains/claim-routes.ts';
import type { DashboardContext } from '../../context.ts';
import { Badge, Button, Facts } from '../../ui/elements.tsx';
import { Table } from '../../ui/table.tsx';
import { filled, type Refused, showFormOnRefusal } from '../acting.ts';
import { callsOf } from '../calls.ts';
import { get, may, pageOf, post } from '../pages.tsx';
import { copied, doneNote, Form, faults, fieldsOf, time } from '../parts.tsx';
import { DnsGuides } from './dns-guides.tsx';

const [reading, writing] = [['domains:read'] as const, ['domains:write'] as const];

const notes = {
  claimed: 'The claim was created. Publish its record, then select Check now.',
  looked: 'We checked DNS for the record.',
};

/** Claims on domains that belong to other accounts. */
export function claimPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, does } = callsOf(ctx, claimRoutes);

  function newPage(input: SessionInput, { issues, status: code }: Refused = {}): PageAnswer {
    const field = fieldsOf(input.form, issues, { name: input.search.get('name') });
    return pageOf(
      'Claim a domain',
      <>
        <p>Claim a domain you own that another account has added. A DNS record proves that you own it.</p>
        {faults(issues)}
        <Form input={input} action="/domains/claims/new">
          {field({ name: 'name', label: 'Domain', required: true })}
          <Button label="Claim domain" />
        </Form>
      </>,
      code,
    );
  }

  async function create(input: SessionInput): Promise<PageAnswer> {
    const body = filled(input.form, ['name']);
    const { claim } = await call(input, 'POST /domains/claims', { body });
    return seeOther(`/domains/claims/${claim.id}?done=claimed`);
  }

  async function show(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const { claim } = await call(input, 'GET /domains/claims/{id}');
    const { name, record, note, blocked_reason, domain_id, expires_at } = claim;
    const open = claim.status === 'pending' || claim.status === 'verified' || claim.status === 'blocked';
    const mayWrite = may(input, writing);
    const action = open && mayWrite && (
      <Form input={input} action={`/domains/claims/${claim.id}/verify`}>
        <Button label="Check now" />
      </Form>
    );
    const domain: Html | string = domain_id ? <a href={`/domains/${domain_id}`}>{outside(name)}</a> : '–';
    return pageOf(
      { name: `Claim for ${name}`, ...(action && { action }) },
      <>
        {doneNote(input.search, notes)}
        {faults(issues)}
        {open && <p>Publish this record at the domain’s DNS host{mayWrite && ', then select Check now'}.</p>}
        <Table
          list
          caption="DNS record"
          heads={['Record', 'Type', 'Name', 'Value']}
          rows={[['Claim', 'TXT', copied('name', record.host), copied('value', record.value)]]}
        />
        {open && <DnsGuides />}
        <Facts
          entries={[
            ['Status', <Badge word={claim.status} />],
            ['Note', outside(note ?? blocked_reason ?? '–')],
            ['Expires', time(expires_at)],
            ['Domain', domain],
          ]}
        />
      </>,
      code,
    );
  }

  const verify = does('POST /domains/claims/{id}', '/domains/claims/{id}?done=looked', () => ({
    body: { action: 'verify' },
  }));

  return [
    get('/domains/claims/new', writing, newPage),
    post('/domains/claims/new', writing, showFormOnRefusal(newPage, create)),
    get('/domains/claims/{id}', reading, show),
    post('/domains/claims/{id}/verify', writing, showFormOnRefusal(show, verify)),
  ];
}
