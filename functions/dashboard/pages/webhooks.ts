import type { Issue } from '../../../shared/core/errors.ts';
import { eventTypes } from '../../../shared/core/records/events.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import type { WebhookRecord } from '../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { webhookRoutes } from '../../webhooks/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, listed, orFormAgain } from '../parts/acting.ts';
import { pager, queryOf } from '../parts/list.ts';
import { live } from '../parts/live.ts';
import {
  button,
  confirmation,
  doneNote,
  empty,
  facts,
  faults,
  field,
  form,
  status,
  table,
  time,
} from '../parts/parts.ts';
import { secretPage } from '../parts/secret.ts';

type Delivery = {
  id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempts: number;
  last_status_code: number | null;
  last_error: string | null;
  next_attempt_at: string | null;
  created_at: string;
};

type DeliveryDetail = Delivery & {
  url: string | null;
  payload: Record<string, unknown> | null;
  attempt_log: {
    attempt: number;
    started_at: string;
    duration_ms: number;
    status_code: number | null;
    error: string | null;
    response_body: string | null;
  }[];
};

const notes = {
  saved: 'The webhook was saved.',
  deleted: 'The webhook was deleted.',
  tested: 'A test event is on its way.',
  replayed: 'The delivery is made again.',
  replaying: 'Failed deliveries are made again.',
};

/** Webhook endpoints, their log, and what can be done with both (D24). */
export function webhookPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const operation = operationsOf<DashboardContext>(ctx, webhookRoutes);
  const read = async ({ session, params: { id = '' } }: SessionInput) =>
    (await operation<{ webhook: WebhookRecord }>(session.caller, 'GET /webhooks/{id}', { params: { id } }))
      .webhook;
  const writes = ({ session }: SessionInput) => grants(session.caller.scopes, ['webhooks:write']);

  async function list(input: SessionInput): Promise<PageAnswer> {
    const { session, search } = input;
    const { webhooks, next_cursor } = await operation<{
      webhooks: WebhookRecord[];
      next_cursor: string | null;
    }>(session.caller, 'GET /webhooks', { query: queryOf(search, { limit: '25' }) });
    const rows = webhooks.map(({ id, url, enabled, events, description }) => [
      markup`<a href="/webhooks/${id}">${outside(url)}</a>`,
      status(enabled ? 'enabled' : 'disabled'),
      events.length === eventTypes.length ? 'all' : `${events.length}`,
      outside(description ?? ''),
    ]);
    return {
      page: {
        name: 'Webhooks',
        content: markup`${doneNote(search, notes)}${writes(input) ? markup`<p><a class="button" href="/webhooks/new">Create webhook</a></p>` : nothing}
${webhooks.length === 0 ? empty('No webhook yet. A webhook tells your server what became of each email.') : table({ caption: 'Webhooks, newest first', heads: ['URL', 'State', 'Events', 'Description'], rows })}
${pager('/webhooks', search, next_cursor)}`,
      },
    };
  }

  const endpointFields = (sent: URLSearchParams, issues: Issue[], known?: WebhookRecord): Html => {
    const value = (name: string, now: string | undefined) => sent.get(name) ?? now ?? '';
    return markup`${field({ name: 'url', label: 'URL', value: value('url', known?.url), required: true, hint: 'https://' }, issues)}
${field({ name: 'events', label: 'Events', value: value('events', known?.events.join(', ')), multiline: true, hint: `Between commas, of: ${eventTypes.join(', ')}. Empty: all` }, issues)}
${field({ name: 'description', label: 'Description', value: value('description', known?.description ?? '') }, issues)}`;
  };

  function newPage(input: SessionInput, issues: Issue[] = [], code = 200): PageAnswer {
    const request = markup`<input type="hidden" name="request" value="${ctx.runtime.secret(43, 'base62')}">`;
    const fields = markup`${request}${endpointFields(input.form, issues)}${button('Create webhook')}`;
    return {
      status: code,
      page: {
        name: 'Create a webhook',
        content: markup`${faults(issues)}${form(input, '/webhooks/new', fields)}`,
      },
    };
  }

  const bodyOf = (sent: URLSearchParams) => {
    const events = listed(sent, 'events');
    return { ...filled(sent, ['url', 'description']), ...(events.length > 0 && { events }) };
  };

  const create = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { webhook, secret } = await operation<{ webhook: WebhookRecord; secret: string }>(
          input.session.caller,
          'POST /webhooks',
          { body: bodyOf(input.form), idempotency_key: input.form.get('request') },
        );
        return secretPage('Webhook created', {
          secret,
          text: 'Verify the signature of each event with this secret.',
          back: `/webhooks/${webhook.id}`,
        });
      },
      (issues, code) => newPage(input, issues, code),
    );

  async function show(input: SessionInput, issues: Issue[] = [], code = 200): Promise<PageAnswer> {
    const { session, search } = input;
    const webhook = await read(input);
    const { deliveries, next_cursor } = await operation<{
      deliveries: Delivery[];
      next_cursor: string | null;
    }>(session.caller, 'GET /webhooks/{id}/deliveries', {
      params: { id: webhook.id },
      query: queryOf(search, { limit: '25' }),
    });
    const path = `/webhooks/${webhook.id}`;
    const [newest] = deliveries;
    const log = table({
      caption: 'Deliveries, newest first',
      heads: ['Event', 'Status', 'Attempts', 'Answer', 'Created'],
      rows: deliveries.map((one) => [
        markup`<a href="${path}/deliveries/${one.id}">${one.event_type}</a>`,
        status(one.status),
        one.attempts,
        one.last_status_code ?? one.last_error ?? '–',
        time(one.created_at),
      ]),
    });
    const actions = markup`<div class="actions">${form(input, `${path}/${webhook.enabled ? 'disable' : 'enable'}`, button(webhook.enabled ? 'Disable' : 'Enable', 'quiet'))}
${form(input, `${path}/replay-failed`, button('Replay failed', 'quiet'))}<a class="button quiet" href="${path}/rotate">Rotate secret</a><a class="button quiet" href="${path}/delete">Delete</a></div>
<h2>Settings</h2>${form(input, `${path}/save`, markup`${endpointFields(input.form, issues, webhook)}${button('Save')}`)}`;
    return {
      status: code,
      page: {
        name: 'Webhook',
        content: markup`${doneNote(search, notes)}${faults(issues)}${facts([
          ['Id', markup`<code data-copy="id">${webhook.id}</code>`],
          ['URL', outside(webhook.url)],
          ['State', status(webhook.enabled ? 'enabled' : 'disabled')],
          ['Why', outside(webhook.disabled_reason ?? '–')],
          ['Events', webhook.events.join(', ')],
        ])}${writes(input) ? actions : nothing}
<h2>Log</h2><form class="filters" method="get" action="${path}">${field({
          name: 'status',
          label: 'Status',
          value: search.get('status'),
          options: [
            ['', 'Any'],
            ['pending', 'pending'],
            ['delivered', 'delivered'],
            ['failed', 'failed'],
          ],
        })}${button('Filter')}</form>
${live(
  {
    ...{ path: `${path}?${search}`, every_s: 5, most_s: 600, final: search.has('cursor') },
    news: newest === undefined ? '' : `${newest.event_type}: ${newest.status}`,
  },
  newest === undefined ? empty('Nothing was delivered yet.') : log,
)}${pager(path, search, next_cursor)}`,
      },
    };
  }

  const change = (input: SessionInput, body: Record<string, unknown>): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        await operation(input.session.caller, 'PATCH /webhooks/{id}', { params: input.params, body });
        return seeOther(`/webhooks/${input.params.id}?done=saved`);
      },
      (issues, code) => show(input, issues, code),
    );

  async function act(input: SessionInput, body: Record<string, unknown>): Promise<{ secret?: string }> {
    return operation(input.session.caller, 'POST /webhooks/{id}', { params: input.params, body });
  }

  async function rotate(input: SessionInput): Promise<PageAnswer> {
    const { secret = '' } = await act(input, { action: 'rotate_secret' });
    return secretPage('Secret rotated', {
      secret,
      text: 'The old secret is valid for 24 hours more, beside this one.',
      back: `/webhooks/${input.params.id}`,
    });
  }

  async function replayFailed(input: SessionInput): Promise<PageAnswer> {
    const since = new Date(ctx.runtime.now() - 7 * 86_400_000).toISOString();
    await act(input, { action: 'replay_failed', since });
    return seeOther(`/webhooks/${input.params.id}?done=replaying`);
  }

  async function remove({ session, params }: SessionInput): Promise<PageAnswer> {
    await operation(session.caller, 'DELETE /webhooks/{id}', { params });
    return seeOther('/webhooks?done=deleted');
  }

  async function showDelivery(input: SessionInput): Promise<PageAnswer> {
    const { session, params } = input;
    const { delivery } = await operation<{ delivery: DeliveryDetail }>(
      session.caller,
      'GET /webhooks/{id}/deliveries/{delivery}',
      { params },
    );
    const payload = delivery.payload && JSON.stringify(delivery.payload, null, 2);
    const path = `/webhooks/${params.id}/deliveries/${delivery.id}`;
    const attempts = table({
      caption: 'Attempts',
      heads: ['Attempt', 'Started', 'Took', 'Answer', 'Body'],
      rows: delivery.attempt_log.map((one) => [
        one.attempt,
        time(one.started_at),
        `${Math.round(one.duration_ms)} ms`,
        one.status_code ?? one.error ?? '–',
        one.response_body ? markup`<pre>${outside(one.response_body)}</pre>` : markup`–`,
      ]),
    });
    return {
      page: {
        name: 'Delivery',
        content: markup`${doneNote(input.search, notes)}${facts([
          ['Event', delivery.event_type],
          ['Event id', markup`<code data-copy="event id">${delivery.event_id}</code>`],
          ['Status', status(delivery.status)],
          ['Next attempt', time(delivery.next_attempt_at)],
          ['Webhook', markup`<a href="/webhooks/${params.id}">${outside(delivery.url ?? params.id)}</a>`],
        ])}${writes(input) ? markup`<div class="actions">${form(input, `${path}/replay`, button('Replay'))}</div>` : nothing}
${attempts}<h2>Payload</h2>${payload ? markup`<pre>${outside(payload)}</pre>` : empty('The payload is no longer kept.')}`,
      },
    };
  }

  async function replay({ session, params }: SessionInput): Promise<PageAnswer> {
    const { delivery } = await operation<{ delivery: Delivery }>(
      session.caller,
      'POST /webhooks/{id}/deliveries/{delivery}',
      { params, body: { action: 'replay' } },
    );
    return seeOther(`/webhooks/${params.id}/deliveries/${delivery.id}?done=replayed`);
  }

  const ask = (
    input: SessionInput,
    name: string,
    action: string,
    label: string,
    text: string,
  ): PageAnswer => ({
    page: {
      name,
      content: confirmation(input, {
        action: `/webhooks/${input.params.id}/${action}`,
        text: markup`${text}`,
        label,
        back: `/webhooks/${input.params.id}`,
      }),
    },
  });

  const reads = ['webhooks:read'] as const;
  const scope = ['webhooks:write'] as const;
  return [
    { method: 'GET', path: '/webhooks', scope: reads, run: (_, input) => list(input) },
    { method: 'GET', path: '/webhooks/new', scope, run: async (_, input) => newPage(input) },
    { method: 'POST', path: '/webhooks/new', scope, run: (_, input) => create(input) },
    { method: 'GET', path: '/webhooks/{id}', scope: reads, run: (_, input) => show(input) },
    {
      method: 'POST',
      path: '/webhooks/{id}/save',
      scope,
      run: (_, input) => change(input, bodyOf(input.form)),
    },
    {
      method: 'POST',
      path: '/webhooks/{id}/enable',
      scope,
      run: (_, input) => change(input, { enabled: true }),
    },
    {
      method: 'POST',
      path: '/webhooks/{id}/disable',
      scope,
      run: (_, input) => change(input, { enabled: false }),
    },
    { method: 'POST', path: '/webhooks/{id}/replay-failed', scope, run: (_, input) => replayFailed(input) },
    {
      method: 'GET',
      path: '/webhooks/{id}/rotate',
      scope,
      run: async (_, input) =>
        ask(
          input,
          'Rotate the secret',
          'rotate',
          'Rotate secret',
          'A new secret is made and shown once. The old one is valid for 24 hours more.',
        ),
    },
    { method: 'POST', path: '/webhooks/{id}/rotate', scope, run: (_, input) => rotate(input) },
    {
      method: 'GET',
      path: '/webhooks/{id}/delete',
      scope,
      run: async (_, input) =>
        ask(input, 'Delete the webhook', 'delete', 'Delete', 'It gets no more events, and its log is gone.'),
    },
    { method: 'POST', path: '/webhooks/{id}/delete', scope, run: (_, input) => remove(input) },
    {
      method: 'GET',
      path: '/webhooks/{id}/deliveries/{delivery}',
      scope: reads,
      run: (_, input) => showDelivery(input),
    },
    {
      method: 'POST',
      path: '/webhooks/{id}/deliveries/{delivery}/replay',
      scope,
      run: (_, input) => replay(input),
    },
  ];
}
