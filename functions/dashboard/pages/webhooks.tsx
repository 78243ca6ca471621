import { AppError } from '../../../shared/core/errors.ts';
import { eventTypes } from '../../../shared/core/records/events.ts';
import { deliveryStatuses } from '../../../shared/core/records/webhooks.ts';
import type { DeliveryRecord } from '../../../shared/domain/webhooks/deliveries/delivery-record.ts';
import type { WebhookRecord } from '../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { type Html, outside } from '../../../shared/http/html.ts';
import { type Page, type PageAnswer, type SessionInput, seeOther } from '../../../shared/http/pages/page.ts';
import { webhookRoutes, webhooks } from '../../webhooks/routes.ts';
import type { DashboardContext } from '../context.ts';
import { type BodyOf, filled, type Refused, type Run, showFormOnRefusal } from '../parts/acting.ts';
import { callsOf, having, type Listed } from '../parts/calls.ts';
import { type Asked, confirmPages } from '../parts/confirm-pages.tsx';
import { firstRequest } from '../parts/curl.ts';
import { listPage, noRows, Pager, times, withShortcuts } from '../parts/list.tsx';
import { formPage, get, may, nameOf, newLink, onceGuard, pageOf, post, secretPage } from '../parts/pages.tsx';
import { confirmLink, doneNote, Form, faults, fieldsOf, time } from '../parts/parts.tsx';
import { DeliveryTable, deliveryPages, testForm } from '../parts/webhooks/webhook-deliveries.tsx';
import {
  bodyOf,
  EndpointFacts,
  endpointFields,
  savedBody,
  shownEvents,
} from '../parts/webhooks/webhook-endpoint.tsx';
import {
  eventsText,
  HealthBanner,
  HealthTiles,
  LastResponse,
  State,
  successRate,
} from '../parts/webhooks/webhook-health.tsx';
import { Button, Empty } from '../ui/elements.tsx';
import { Filters } from '../ui/filters.tsx';
import { Live } from '../ui/live.tsx';
import { chosenTab, Tabs } from '../ui/tabs.tsx';

const [reading, writing] = [['webhooks:read'] as const, ['webhooks:write'] as const];

const filters = [
  { name: 'status', label: 'Status', values: deliveryStatuses },
  { name: 'event', label: 'Event', values: eventTypes },
  ...times,
];

const statusTabs = [
  ['', 'All'],
  ['failed', 'Failed'],
  ['pending', 'Pending'],
  ['delivered', 'Delivered'],
] as const;

/** Tabs for the status filter of a delivery log. Each starts at the newest delivery. */
function byStatus(path: string, search: URLSearchParams) {
  const kept = new URLSearchParams(search);
  kept.delete('cursor');
  const chosen = chosenTab(search, statusTabs, 'status');
  const label = 'Deliveries by status';
  return { id: 'deliveries', label, path, search: kept, tabs: statusTabs, chosen, param: 'status' };
}

const notes = {
  saved: 'The webhook was saved.',
  deleted: 'The webhook was deleted.',
  replaying: 'Failed deliveries are being replayed.',
  replaying_some:
    'Failed deliveries are being replayed. There are more, so select Replay failed again later.',
};

/** How far back "Replay failed" goes, and the margin that a request takes from the log's retention. */
const [replayed_s, margin_s] = [7 * 86_400, 60];

const Endpoint = ({ webhook: { id, url, description } }: { webhook: WebhookRecord }): Html => (
  <>
    <a class="wide-name" href={`/webhooks/${id}`}>
      {outside(url.replace(/^https:\/\//, ''))}
    </a>
    {description !== null && <span class="clip short small">{outside(description)}</span>}
  </>
);

/** Webhook endpoints, their delivery log, and the actions on both. */
export function webhookPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call, callList, does } = callsOf(ctx, webhookRoutes);
  const read = async (input: SessionInput) => (await call(input, 'GET /webhooks/{id}')).webhook;

  async function list(input: SessionInput): Promise<PageAnswer> {
    const found = await callList(input, 'GET /webhooks');
    return listPage(input, {
      ...found,
      name: 'Webhooks',
      path: '/webhooks',
      first: firstRequest(ctx, webhooks),
      notes,
      action: may(input, writing) && newLink('/webhooks/new', 'Create webhook'),
      caption: 'Webhooks, newest first',
      heads: ['URL and description', 'State', 'Success rate', 'Last response', 'Failing since', 'Events'],
      row: (webhook) => [
        <Endpoint webhook={webhook} />,
        <State webhook={webhook} />,
        successRate(webhook) ?? '–',
        webhook.last_response === null ? '–' : <LastResponse webhook={webhook} />,
        time(webhook.failing_since),
        eventsText(webhook),
      ],
      none: 'No webhooks yet. A webhook tells your server what happens to each email.',
    });
  }

  const newPage = formPage({ name: 'Create a webhook', action: '/webhooks/new' }, (field) => (
    <>
      {onceGuard(ctx)}
      {endpointFields(ctx, field)}
      <Button label="Create webhook" />
    </>
  ));

  async function create(input: SessionInput): Promise<PageAnswer> {
    const { webhook, secret } = await call(input, 'POST /webhooks', {
      body: bodyOf(input.form),
      idempotency_key: input.form.get('request'),
    });
    return secretPage('Webhook created', {
      secret,
      text: 'Use this secret to verify the signature of each event.',
      back: `/webhooks/${webhook.id}`,
    });
  }

  function log({ search }: SessionInput, path: string, found: Listed<DeliveryRecord>): Html {
    const [newest] = found.items;
    const none = noRows(
      path,
      search,
      found.looked_to,
      <Empty text="No deliveries yet. Each event sent to this webhook appears here." />,
    );
    return (
      <>
        <Filters path={path} search={search} filters={filters} />
        <Live
          path={`${path}?${search}`}
          every_s={5}
          most_s={600}
          final={search.has('cursor')}
          news={newest === undefined ? '' : `${newest.event_type}: ${newest.status}`}
        >
          {newest ? <DeliveryTable path={path} deliveries={found.items} /> : none}
        </Live>
        <Pager path={path} search={search} next={found.next} looked_to={found.looked_to} />
      </>
    );
  }

  async function show(input: SessionInput, { issues, status: code }: Refused = {}): Promise<PageAnswer> {
    const [webhook, found] = await Promise.all([
      read(input),
      callList(input, 'GET /webhooks/{id}/deliveries'),
    ]);
    const path = `/webhooks/${webhook.id}`;
    const isWriting = may(input, writing);
    const field = fieldsOf(input.form, issues, { ...webhook, events: shownEvents(webhook) });
    return pageOf(
      { name: nameOf(new URL(webhook.url).host), action: testForm(input, webhook, issues) },
      <>
        {doneNote(input.search, notes)}
        {faults(issues)}
        <p class="lead">
          <code data-copy="URL">{outside(webhook.url)}</code>
        </p>
        <HealthBanner input={input} webhook={webhook} />
        <HealthTiles webhook={webhook} />
        <div class="split">
          <div>
            <div class="section-head">
              <h2>Deliveries</h2>
              {isWriting && (
                <Form input={input} action={`${path}/replay-failed`}>
                  <Button label="Replay failed" kind="quiet" />
                </Form>
              )}
            </div>
            <Tabs {...byStatus(path, input.search)}>{log(input, path, found)}</Tabs>
          </div>
          <aside aria-label="Details">
            <div class="section-head">
              <h2>Endpoint</h2>
            </div>
            <EndpointFacts webhook={webhook} />
            {isWriting && (
              <div class="actions">
                {confirmLink(`${path}/rotate`, 'Rotate secret')}
                {webhook.enabled && confirmLink(`${path}/disable`, 'Disable')}
                {confirmLink(`${path}/delete`, 'Delete')}
              </div>
            )}
            {isWriting && (
              <details class="more-text" open={input.path.endsWith('/save')}>
                <summary>Settings</summary>
                <Form input={input} action={`${path}/save`}>
                  {endpointFields(ctx, field)}
                  <Button label="Save" />
                </Form>
              </details>
            )}
          </aside>
        </div>
      </>,
      code,
    );
  }

  /** Sends a sample of the chosen event to this endpoint only, then shows its delivery. */
  async function test(input: SessionInput): Promise<PageAnswer> {
    const { id, tenants: [tenant] = [] } = await read(input);
    const body = { ...filled(input.form, ['event']), webhook_id: id, ...(tenant && { tenant }) };
    const { deliveries } = await call(input, 'POST /emails/test', { body });
    const [own] = deliveries;
    if (own === undefined)
      throw new AppError('conflict', 'This webhook is not subscribed to the event', {
        hint: 'Select the event under Settings, or test another event',
      });
    return seeOther(`/webhooks/${id}/deliveries/${own.id}?done=tested`);
  }

  async function rotate(input: SessionInput): Promise<PageAnswer> {
    const asked = { body: { action: 'rotate_secret' }, idempotency_key: input.form.get('request') };
    const { secret } = having(await call(input, 'POST /webhooks/{id}', asked), 'secret');
    return secretPage('Secret rotated', {
      secret,
      text: 'The old secret stays valid for another 24 hours.',
      back: `/webhooks/${input.params.id}`,
    });
  }

  const change = (bodyOf: BodyOf): Run =>
    showFormOnRefusal(
      show,
      does('PATCH /webhooks/{id}', '/webhooks/{id}?done=saved', ({ form: sent }) => ({ body: bodyOf(sent) })),
    );

  /** Replays failures of the last week, or of the log's retention if that is shorter. */
  async function replayFailed(input: SessionInput): Promise<PageAnswer> {
    const kept_ms = Math.min(replayed_s, ctx.settings.retention.webhook_log - margin_s) * 1000;
    const since = new Date(ctx.runtime.now() - kept_ms).toISOString();
    const asked = { body: { action: 'replay_failed', since } };
    const { has_more } = having(await call(input, 'POST /webhooks/{id}', asked), 'has_more');
    return seeOther(`/webhooks/${input.params.id}?done=${has_more ? 'replaying_some' : 'replaying'}`);
  }

  const ask =
    (asked: Omit<Asked, 'back'>) =>
    async (input: SessionInput): Promise<Asked> => ({
      ...asked,
      back: `/webhooks/${(await read(input)).id}`,
    });
  const askRotate = (input: SessionInput) =>
    ask({
      name: 'Rotate secret',
      label: 'Rotate secret',
      text: (
        <>Rotating creates a new secret, which is shown only once. The old one stays valid for 24 hours.</>
      ),
      fields: onceGuard(ctx),
    })(input);
  const askDisable = ask({
    name: 'Disable webhook',
    label: 'Disable',
    text: (
      <>Events that happen while the webhook is disabled aren’t sent to it, even after you enable it again.</>
    ),
  });
  const askDelete = ask({
    name: 'Delete webhook',
    label: 'Delete',
    text: (
      <>
        The webhook stops receiving events. Pending deliveries are discarded, and its delivery log is no
        longer available.
      </>
    ),
  });
  const disable = change(() => ({ enabled: false }));
  const remove = does('DELETE /webhooks/{id}', '/webhooks?done=deleted');

  return [
    get('/webhooks', reading, list),
    get('/webhooks/new', writing, newPage),
    post('/webhooks/new', writing, showFormOnRefusal(newPage, create)),
    get('/webhooks/{id}', reading, withShortcuts(ctx, show)),
    post('/webhooks/{id}/save', writing, change(savedBody)),
    post(
      '/webhooks/{id}/enable',
      writing,
      change(() => ({ enabled: true })),
    ),
    ...confirmPages('/webhooks/{id}/disable', writing, askDisable, disable),
    post('/webhooks/{id}/test', ['full'], showFormOnRefusal(show, test)),
    post('/webhooks/{id}/replay-failed', writing, replayFailed),
    ...confirmPages('/webhooks/{id}/rotate', writing, askRotate, rotate),
    ...confirmPages('/webhooks/{id}/delete', writing, askDelete, remove),
    ...deliveryPages(ctx),
  ];
}
