import type { DomainRecord } from '../../../../shared/domain/domains/domain-record.ts';
import { type Html, nothing, outside } from '../../../../shared/http/html.ts';
import type { Page, PageAnswer, SessionInput } from '../../../../shared/http/pages/page.ts';
import { domainRoutes } from '../../../domains/routes.ts';
import type { DashboardContext } from '../../context.ts';
import { Badge, Button, Facts } from '../../ui/elements.tsx';
import { type Refused, showFormOnRefusal } from '../acting.ts';
import { callsOf } from '../calls.ts';
import { confirmPage } from '../confirm-pages.tsx';
import { get, post } from '../pages.tsx';
import { confirmLink, Form, time } from '../parts.tsx';

type Rotation = NonNullable<DomainRecord['dkim_rotation']>;

/** The domain owner's next step. */
const todo: Record<Rotation['status'], string> = {
  pending:
    'Publish the dkim_next record alongside the others. Email is signed with the current key until the new record is found.',
  switching: 'The new record was found, and Amazon SES is switching to the new key. Keep both records.',
  reverting: 'Amazon SES is switching back to the current key. Keep both records.',
  retired:
    'Email is signed with the new key. Keep the dkim_retired record for email that is still in transit, then remove it.',
  ended: 'The current key stays in use. If you published the new record, remove it.',
};

/** The status of a DKIM key rotation. Empty if there is none. */
export function rotationState({ dkim_rotation: rotation }: DomainRecord): Html {
  if (rotation === null) return nothing;
  const { selector, started_at, ends_at, remove_after, note } = rotation;
  return (
    <>
      <h2>DKIM key rotation</h2>
      <p>{todo[rotation.status]}</p>
      <Facts
        entries={[
          ['State', <Badge word={rotation.status} />],
          [rotation.status === 'retired' ? 'Old selector' : 'New selector', outside(selector)],
          ['Started', time(started_at)],
          ends_at !== null && ['Publish the record by', time(ends_at)],
          remove_after !== null && ['Remove the old record after', time(remove_after)],
          note !== null && ['Note', outside(note)],
        ]}
      />
    </>
  );
}

export function rotationActions(input: SessionInput, { id, verified_at, dkim_rotation }: DomainRecord): Html {
  const path = `/domains/${id}/rotate-dkim`;
  const state = dkim_rotation?.status;
  if (state === 'pending' || state === 'switching')
    return (
      <Form input={input} action={`${path}/cancel`}>
        <Button label="Cancel rotation" kind="quiet" />
      </Form>
    );
  const mayBegin = verified_at !== null && (state === undefined || state === 'ended');
  return mayBegin ? confirmLink(path, 'Rotate DKIM key') : nothing;
}

/** A domain's DKIM key rotation: confirm, start, and cancel. */
export function rotationPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, does } = callsOf(ctx, domainRoutes);

  async function ask(input: SessionInput, refused: Refused = {}): Promise<PageAnswer> {
    const { domain } = await call(input, 'GET /domains/{id}');
    const { id, name } = domain;
    const asked = {
      name: `Rotate the DKIM key for ${name}`,
      action: `/domains/${id}/rotate-dkim`,
      text: (
        <>
          This creates a new DKIM key for {outside(name)}. Publish its record in DNS. Email is signed with the
          current key until the new record is found. After this rotation is done, you can’t rotate again for a
          week.
        </>
      ),
      label: 'Create new key',
      back: `/domains/${name}`,
    };
    return confirmPage(input, asked, refused);
  }

  const begin = does('POST /domains/{id}/rotate-dkim', '/domains/{id}?done=rotating', ({ form: sent }) => ({
    idempotency_key: sent.get('request'),
  }));
  const cancel = does('DELETE /domains/{id}/rotate-dkim', '/domains/{id}?done=kept');

  const scope = ['domains:write'] as const;
  return [
    get('/domains/{id}/rotate-dkim', scope, ask),
    post('/domains/{id}/rotate-dkim', scope, showFormOnRefusal(ask, begin)),
    post('/domains/{id}/rotate-dkim/cancel', scope, showFormOnRefusal(ask, cancel)),
  ];
}
