import type { Issue } from '../../../shared/core/errors.ts';
import type { DomainRecord } from '../../../shared/domain/domains/domain-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { Operation } from '../../../shared/http/pages/operations.ts';
import { type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { orFormAgain } from '../parts/acting.ts';
import { asking, button, confirmation, facts, faults, form, status, time } from '../parts/parts.ts';

type Rotation = NonNullable<DomainRecord['dkim_rotation']>;

/** What the owner of the domain has to do, in one sentence. */
const todo: Record<Rotation['status'], string> = {
  pending:
    'Publish the record dkim_next, next to the others. Mail is signed with the current key until it is found.',
  switching: 'The record of the new key was found, and Amazon SES is given the key. Keep both records.',
  reverting: 'Amazon SES is given the current key again. Keep both records.',
  retired:
    'Mail is signed with the new key. Leave the record dkim_retired for mail on its way, then remove it.',
  ended: 'The current key stays. Remove the record of the new key if you published it.',
};

/** How far the change of a domain's DKIM key is; nothing where there is none (N26). */
export function rotationState({ dkim_rotation: rotation }: DomainRecord): Html {
  if (rotation === null) return nothing;
  const { selector, started_at, ends_at, remove_after, note } = rotation;
  return markup`<h2>Change of the DKIM key</h2><p>${todo[rotation.status]}</p>${facts([
    ['State', status(rotation.status)],
    [rotation.status === 'retired' ? 'Former selector' : 'New selector', outside(selector)],
    ['Begun', time(started_at)],
    ...(ends_at === null ? [] : [['Ends without the record', time(ends_at)] as [string, Html]]),
    ...(remove_after === null
      ? []
      : [['Remove the former record after', time(remove_after)] as [string, Html]]),
    ...(note === null ? [] : [['Note', outside(note)] as [string, Html]]),
  ])}`;
}

/** The buttons that the state of a domain has for its key. */
export function rotationActions(input: SessionInput, { id, verified_at, dkim_rotation }: DomainRecord): Html {
  const path = `/domains/${id}/rotate-dkim`;
  const state = dkim_rotation?.status;
  if (state === 'pending' || state === 'switching')
    return form(input, `${path}/cancel`, button('Give up the new key', 'quiet'));
  const mayBegin = verified_at !== null && (state === undefined || state === 'ended');
  return mayBegin ? asking(path, 'Change the DKIM key') : nothing;
}

/** The change of a domain's DKIM key: asked for, begun, given up (D24). */
export function rotationPages(operation: Operation) {
  async function ask(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { params, session } = input;
    const { domain } = await operation<{ domain: DomainRecord }>(session.caller, 'GET /domains/{id}', {
      params,
    });
    const { id, name } = domain;
    const content = confirmation(input, {
      action: `/domains/${id}/rotate-dkim`,
      text: markup`${outside(name)} gets a new DKIM key, whose record has to be published in DNS. Mail is signed with the current key until the new one is found there. Another change is possible a week after this one is done.`,
      label: 'Make a new key',
      back: `/domains/${name}`,
    });
    return {
      status: code,
      page: { name: `Change the DKIM key of ${name}`, content: markup`${faults(issues)}${content}` },
    };
  }

  const begin = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { session, params, form: sent } = input;
        const idempotency_key = sent.get('request');
        await operation(session.caller, 'POST /domains/{id}/rotate-dkim', { params, idempotency_key });
        return seeOther(`/domains/${params.id}?done=rotating`);
      },
      (issues, code) => ask(input, issues, code),
    );

  const cancel = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { session, params } = input;
        await operation(session.caller, 'DELETE /domains/{id}/rotate-dkim', { params });
        return seeOther(`/domains/${params.id}?done=kept`);
      },
      (issues, code) => ask(input, issues, code),
    );

  return { ask, begin, cancel };
}
