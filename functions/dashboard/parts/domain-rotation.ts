import type { DomainRecord } from '../../../shared/domain/domains/domain-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../shared/http/pages/page.ts';
import { domainRoutes } from '../../domains/routes.ts';
import type { DashboardContext } from '../context.ts';
import { orFormAgain, type Refused } from './acting.ts';
import { askingPage } from './asking.ts';
import { callsOf } from './calls.ts';
import { get, post } from './pages.ts';
import { asking, button, facts, form, status, time } from './parts.ts';

type Rotation = NonNullable<DomainRecord['dkim_rotation']>;

/** The next step of the domain's owner. */
const todo: Record<Rotation['status'], string> = {
  pending:
    'Publish the record dkim_next, next to the others. Mail is signed with the current key until it is found.',
  switching: 'The record of the new key was found, and Amazon SES is given the key. Keep both records.',
  reverting: 'Amazon SES is given the current key again. Keep both records.',
  retired:
    'Mail is signed with the new key. Leave the record dkim_retired for mail on its way, then remove it.',
  ended: 'The current key stays. Remove the record of the new key if you published it.',
};

/** The state of the change of a domain's DKIM key; nothing where there is none. */
export function rotationState({ dkim_rotation: rotation }: DomainRecord): Html {
  if (rotation === null) return nothing;
  const { selector, started_at, ends_at, remove_after, note } = rotation;
  return markup`<h2>Change of the DKIM key</h2><p>${todo[rotation.status]}</p>${facts([
    ['State', status(rotation.status)],
    [rotation.status === 'retired' ? 'Former selector' : 'New selector', outside(selector)],
    ['Begun', time(started_at)],
    ends_at !== null && ['Ends without the record', time(ends_at)],
    remove_after !== null && ['Remove the former record after', time(remove_after)],
    note !== null && ['Note', outside(note)],
  ])}`;
}

export function rotationActions(input: SessionInput, { id, verified_at, dkim_rotation }: DomainRecord): Html {
  const path = `/domains/${id}/rotate-dkim`;
  const state = dkim_rotation?.status;
  if (state === 'pending' || state === 'switching')
    return form(input, `${path}/cancel`, button('Give up the new key', 'quiet'));
  const mayBegin = verified_at !== null && (state === undefined || state === 'ended');
  return mayBegin ? asking(path, 'Change the DKIM key') : nothing;
}

/** The change of a domain's DKIM key: asked for, begun, given up. */
export function rotationPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, does } = callsOf(ctx, domainRoutes);

  async function ask(input: SessionInput, refused: Refused = {}): Promise<PageAnswer> {
    const { domain } = await call<{ domain: DomainRecord }>(input, 'GET /domains/{id}');
    const { id, name } = domain;
    const asked = {
      name: `Change the DKIM key of ${name}`,
      action: `/domains/${id}/rotate-dkim`,
      text: markup`${outside(name)} gets a new DKIM key, whose record has to be published in DNS. Mail is signed with the current key until the new one is found there. Another change is possible a week after this one is done.`,
      label: 'Make a new key',
      back: `/domains/${name}`,
    };
    return askingPage(input, asked, refused);
  }

  const begin = does('POST /domains/{id}/rotate-dkim', '/domains/{id}?done=rotating', ({ form: sent }) => ({
    idempotency_key: sent.get('request'),
  }));
  const cancel = does('DELETE /domains/{id}/rotate-dkim', '/domains/{id}?done=kept');

  const scope = ['domains:write'] as const;
  return [
    get('/domains/{id}/rotate-dkim', scope, ask),
    post('/domains/{id}/rotate-dkim', scope, orFormAgain(ask, begin)),
    post('/domains/{id}/rotate-dkim/cancel', scope, orFormAgain(ask, cancel)),
  ];
}
