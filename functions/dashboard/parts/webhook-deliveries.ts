import type { Issue } from '../../../shared/core/errors.ts';
import type {
  DeliveryDetail,
  DeliveryRecord,
} from '../../../shared/domain/webhooks/deliveries/delivery-record.ts';
import type { WebhookRecord } from '../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { isOfEmail } from '../../../shared/domain/webhooks/publish.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { webhookRoutes } from '../../webhooks/routes.ts';
import type { DashboardContext } from '../context.ts';
import { callsOf } from './calls.ts';
import { curlLine } from './curl.ts';
import { numberText } from './numbers.ts';
import { get, may, pageOf, post } from './pages.ts';
import { button, doneNote, empty, facts, fieldsOf, form, status, table, time } from './parts.ts';

const notes = {
  tested: 'A test event is on its way.',
  replayed: 'The delivery is being replayed.',
};

export const deliveryTable = (path: string, deliveries: DeliveryRecord[]): Html =>
  table({
    caption: 'Deliveries, newest first',
    heads: ['Event', 'Status', 'Attempts', 'Response', 'Created'],
    rows: deliveries.map((one) => [
      markup`<a href="${path}/deliveries/${one.id}">${one.event_type}</a>`,
      status(one.status),
      one.attempts,
      one.last_status_code ?? one.last_error ?? '–',
      time(one.created_at),
    ]),
  });

/** A form that sends a sample event to the endpoint. Empty for members that may not send one. */
export function testForm(
  input: SessionInput,
  { id, events, tenants }: WebhookRecord,
  issues: Issue[] | undefined,
): Html {
  const options = tenants ? events.filter(isOfEmail) : events;
  if (!may(input, ['full']) || options.length === 0) return nothing;
  const hint = 'The sample is sent only to this webhook, even if it’s disabled';
  const event = fieldsOf(input.form, issues)({ name: 'event', label: 'Event', options, hint });
  const fields = markup`${event}${button('Send test event', 'quiet')}`;
  return markup`<h2>Test</h2>${form(input, `/webhooks/${id}/test`, fields)}`;
}

/** A delivery's payload and attempts, and the button that replays it. */
export function deliveryPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, webhookRoutes);

  async function show(input: SessionInput): Promise<PageAnswer> {
    const { delivery } = await call<{ delivery: DeliveryDetail }>(
      input,
      'GET /webhooks/{id}/deliveries/{delivery}',
    );
    const { params } = input;
    const payload = delivery.payload && JSON.stringify(delivery.payload, null, 2);
    const path = `/webhooks/${params.id}/deliveries/${delivery.id}`;
    const attempts = table({
      caption: 'Attempts',
      heads: ['Attempt', 'Started', 'Duration', 'Response', 'Response body'],
      rows: delivery.attempt_log.map((one) => [
        one.attempt,
        time(one.started_at),
        `${numberText(Math.round(one.duration_ms))} ms`,
        one.status_code ?? one.error ?? '–',
        one.response_body ? markup`<pre>${outside(one.response_body)}</pre>` : markup`–`,
      ]),
    });
    return pageOf(
      'Delivery',
      markup`${doneNote(input.search, notes)}${facts([
        ['Event', delivery.event_type],
        ['Event id', markup`<code data-copy="event id">${delivery.event_id}</code>`],
        ['Status', status(delivery.status)],
        ['Next attempt', time(delivery.next_attempt_at)],
        ['Webhook', markup`<a href="/webhooks/${params.id}">${outside(delivery.url ?? params.id)}</a>`],
      ])}${may(input, ['webhooks:write']) && markup`<div class="actions">${form(input, `${path}/replay`, button('Replay'))}</div>`}
${delivery.attempt_log.length === 0 ? empty('No attempts yet.') : attempts}<h2>Payload</h2>${payload ? markup`<pre>${outside(payload)}</pre>` : empty('The payload is no longer stored.')}
<h2>Replay over the API</h2><p>Replay sends this event again with a new signature. This request does the same:</p>${curlLine(ctx, path, { action: 'replay' })}`,
    );
  }

  async function replay(input: SessionInput): Promise<PageAnswer> {
    const { delivery } = await call<{ delivery: DeliveryRecord }>(
      input,
      'POST /webhooks/{id}/deliveries/{delivery}',
      { body: { action: 'replay' } },
    );
    return seeOther(`/webhooks/${input.params.id}/deliveries/${delivery.id}?done=replayed`);
  }

  return [
    get('/webhooks/{id}/deliveries/{delivery}', ['webhooks:read'], show),
    post('/webhooks/{id}/deliveries/{delivery}/replay', ['webhooks:write'], replay),
  ];
}
