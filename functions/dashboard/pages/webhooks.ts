import { AppError, type Issue } from '../../../shared/core/errors.ts';
import { eventTypes } from '../../../shared/core/records/events.ts';
import { deliveryStatuses } from '../../../shared/core/records/webhooks.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import type { WebhookRecord } from '../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import { operationsOf } from '../../../shared/http/pages/operations.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { webhookRoutes } from '../../webhooks/routes.ts';
import type { DashboardContext } from '../context.ts';
import { filled, listed, orFormAgain } from '../parts/acting.ts';
import { firstRequest } from '../parts/curl.ts';
import { filterForm, pager, queryOf, times } from '../parts/list.ts';
import { live } from '../parts/live.ts';
import {
  asking,
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
} from '../parts/parts.ts';
import { secretPage } from '../parts/secret.ts';
import { type Delivery, deliveryPages, deliveryTable, testForm } from './webhook-deliveries.ts';

const filters = [
  { name: 'status', label: 'Status', values: deliveryStatuses },
  { name: 'event', label: 'Event', values: eventTypes },
  ...times,
];

const notes = {
  saved: 'The webhook was saved.',
  deleted: 'The webhook was deleted.',
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
${webhooks.length === 0 ? empty('No webhook yet. A webhook tells your server what became of each email.', firstRequest(ctx, '/webhooks')) : table({ caption: 'Webhooks, newest first', heads: ['URL', 'State', 'Events', 'Description'], rows })}
${pager('/webhooks', search, next_cursor)}`,
      },
    };
  }

  const endpointFields = (sent: URLSearchParams, issues: Issue[], known?: WebhookRecord): Html => {
    const value = (name: string, now: string | undefined) => sent.get(name) ?? now ?? '';
    return markup`${field({ name: 'url', label: 'URL', value: value('url', known?.url), required: true, hint: 'https://' }, issues)}
${field({ name: 'events', label: 'Events', value: value('events', known?.events.join(', ')), multiline: 'short', hint: `Between commas, of: ${eventTypes.join(', ')}. Empty: all` }, issues)}
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
    const { id = '' } = input.params;
    const [webhook, { deliveries, next_cursor }] = await Promise.all([
      read(input),
      operation<{ deliveries: Delivery[]; next_cursor: string | null }>(
        session.caller,
        'GET /webhooks/{id}/deliveries',
        { params: { id }, query: queryOf(search, { limit: '25' }) },
      ),
    ]);
    const path = `/webhooks/${webhook.id}`;
    const [newest] = deliveries;
    const actions = markup`<div class="actions">${webhook.enabled ? asking(`${path}/disable`, 'Disable') : form(input, `${path}/enable`, button('Enable', 'quiet'))}
${form(input, `${path}/replay-failed`, button('Replay failed', 'quiet'))}${asking(`${path}/rotate`, 'Rotate secret')}${asking(`${path}/delete`, 'Delete')}</div>
${testForm(input, webhook, issues)}
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
<h2>Log</h2>${filterForm(path, search, filters)}
${live(
  {
    path: `${path}?${search}`,
    every_s: 5,
    most_s: 600,
    final: search.has('cursor'),
    news: newest === undefined ? '' : `${newest.event_type}: ${newest.status}`,
  },
  newest === undefined ? empty('Nothing was delivered yet.') : deliveryTable(path, deliveries),
)}${pager(path, search, next_cursor)}`,
      },
    };
  }

  /** A sample of the chosen event, and the way to its delivery to this endpoint (D24). */
  const test = (input: SessionInput): Promise<PageAnswer> =>
    orFormAgain(
      async () => {
        const { id } = await read(input);
        const body = filled(input.form, ['event']);
        const { deliveries } = await operation<{ deliveries: { id: string; webhook_id: string }[] }>(
          input.session.caller,
          'POST /emails/test',
          { body },
        );
        const own = deliveries.find(({ webhook_id }) => webhook_id === id);
        if (own === undefined)
          throw new AppError('conflict', 'This webhook got nothing', {
            hint: 'It has to be enabled, subscribed to the event, and not limited to a tenant',
          });
        return seeOther(`/webhooks/${id}/deliveries/${own.id}?done=tested`);
      },
      (issues, code) => show(input, issues, code),
    );

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

  async function ask(
    input: SessionInput,
    { name, action, label, text }: { name: string; action: string; label: string; text: string },
  ): Promise<PageAnswer> {
    const { id } = await read(input);
    const path = `/webhooks/${id}`;
    const content = confirmation(input, {
      action: `${path}/${action}`,
      text: markup`${text}`,
      label,
      back: path,
    });
    return { page: { name, content } };
  }
  const askRotate = (input: SessionInput) =>
    ask(input, {
      name: 'Rotate the secret',
      action: 'rotate',
      label: 'Rotate secret',
      text: 'A new secret is made and shown once. The old one is valid for 24 hours more.',
    });
  const askDisable = (input: SessionInput) =>
    ask(input, {
      name: 'Disable the webhook',
      action: 'disable',
      label: 'Disable',
      text: 'Events that happen while it is disabled are not sent to it, also not later.',
    });
  const askDelete = (input: SessionInput) =>
    ask(input, {
      name: 'Delete the webhook',
      action: 'delete',
      label: 'Delete',
      text: 'It gets no more events, and its log is gone.',
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
    { method: 'GET', path: '/webhooks/{id}/disable', scope, run: (_, input) => askDisable(input) },
    {
      method: 'POST',
      path: '/webhooks/{id}/disable',
      scope,
      run: (_, input) => change(input, { enabled: false }),
    },
    { method: 'POST', path: '/webhooks/{id}/test', scope: ['full'], run: (_, input) => test(input) },
    { method: 'POST', path: '/webhooks/{id}/replay-failed', scope, run: (_, input) => replayFailed(input) },
    { method: 'GET', path: '/webhooks/{id}/rotate', scope, run: (_, input) => askRotate(input) },
    { method: 'POST', path: '/webhooks/{id}/rotate', scope, run: (_, input) => rotate(input) },
    { method: 'GET', path: '/webhooks/{id}/delete', scope, run: (_, input) => askDelete(input) },
    { method: 'POST', path: '/webhooks/{id}/delete', scope, run: (_, input) => remove(input) },
    ...deliveryPages(ctx, operation),
  ];
}
