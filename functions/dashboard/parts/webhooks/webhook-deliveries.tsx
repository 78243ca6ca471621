import type { Issue } from '../../../../shared/core/errors.ts';
import type { DeliveryError } from '../../../../shared/core/records/webhooks.ts';
import type {
  DeliveryDetail,
  DeliveryRecord,
} from '../../../../shared/domain/webhooks/deliveries/delivery-record.ts';
import type { WebhookRecord } from '../../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { isOfEmail } from '../../../../shared/domain/webhooks/publish.ts';
import { type Html, nothing, outside } from '../../../../shared/http/html.ts';
import {
  type Page,
  type PageAnswer,
  type SessionInput,
  seeOther,
} from '../../../../shared/http/pages/page.ts';
import { webhookRoutes } from '../../../webhooks/routes.ts';
import type { DashboardContext } from '../../context.ts';
import { Badge, Button, Code, Empty, Facts, IdLink, Json } from '../../ui/elements.tsx';
import { Live } from '../../ui/live.tsx';
import { Table } from '../../ui/table.tsx';
import { callsOf } from '../calls.ts';
import { curlLine } from '../curl.ts';
import { millisecondsText, numberText } from '../numbers.tsx';
import { get, may, pageOf, post } from '../pages.tsx';
import { doneNote, Form, fieldsOf, time } from '../parts.tsx';
import { Response } from './webhook-health.tsx';

const notes = {
  tested: 'A test event is on its way.',
  replayed: 'The delivery is being replayed.',
};

/** A pending delivery that has failed attempts is being retried. */
function DeliveryState({ delivery }: { delivery: DeliveryRecord }): Html {
  const { status, attempts, last_error, next_attempt_at } = delivery;
  if (status !== 'pending' || attempts === 0 || last_error === null) return <Badge word={status} />;
  return (
    <>
      <Badge word="retrying" tone="warn" />
      {next_attempt_at !== null && <div class="small">Next {time(next_attempt_at)}</div>}
    </>
  );
}

type DeliveriesContent = { path: string; deliveries: DeliveryRecord[] };

export const DeliveryTable = ({ path, deliveries }: DeliveriesContent): Html => (
  <Table
    list
    caption="Deliveries, newest first"
    heads={['Event', 'Status', 'Response', 'Attempts', 'Created']}
    rows={deliveries.map((one) => [
      <a href={`${path}/deliveries/${one.id}`}>{one.event_type}</a>,
      <DeliveryState delivery={one} />,
      <Response code={one.last_status_code} error={one.last_error} />,
      one.attempts,
      time(one.created_at),
    ])}
  />
);

/** The test event that is chosen first, if the endpoint receives it. */
const usual = ['email.delivered'] as const;

/** A form that sends a sample event to the endpoint. Empty for members that may not send one. */
export function testForm(
  input: SessionInput,
  { id, events, tenants }: WebhookRecord,
  issues: Issue[] | undefined,
): Html {
  const options = tenants ? events.filter(isOfEmail) : events;
  if (!may(input, ['full']) || options.length === 0) return nothing;
  const event = fieldsOf(
    input.form,
    issues,
  )({
    name: 'event',
    label: 'Test event',
    options,
    ...(!input.form.has('event') && { value: usual.find((type) => options.includes(type)) ?? null }),
  });
  return (
    <div class="tester">
      <Form input={input} action={`/webhooks/${id}/test`}>
        {event}
        <Button label="Send test event" />
      </Form>
    </div>
  );
}

/** What an attempt's error means, and what to do about it. */
const meanings: Record<Exclude<DeliveryError, 'http_status'>, string> = {
  timeout: 'Your server didn’t respond within 10 seconds. Respond first, then do the work.',
  dns: 'The host name doesn’t resolve. Check the URL and your DNS.',
  connect:
    'We couldn’t connect to your server. Check that it is running and accepts connections from the internet.',
  tls: 'The TLS handshake failed. Check your server’s certificate chain.',
  reset: 'Your server closed the connection without a response.',
  blocked_address: 'The host name resolves to an address that isn’t public.',
  redirect:
    'Your server redirected the request. Redirects aren’t followed, so change the URL to the final one.',
  bad_response: 'Your server’s response isn’t valid HTTP.',
  endpoint_disabled: 'The webhook was disabled, so nothing was sent.',
  internal: 'The event couldn’t be read, so nothing was sent.',
};

function meaningOf({ status_code: code, error }: Attempt): string | null {
  if (error === null) return null;
  if (error !== 'http_status') return meanings[error];
  if (code === 410) return 'Your server responded that the URL is gone, so the webhook was disabled.';
  if (code === 401 || code === 403)
    return 'Your server rejected the request. Check how it verifies the signature.';
  if (code === 404 || code === 405) return 'Your server doesn’t accept POST requests at this path.';
  return code !== null && code >= 500
    ? 'Your server failed to handle the request. Its logs at this time may say why.'
    : 'Any status other than 2xx counts as a failure.';
}

type Attempt = DeliveryDetail['attempt_log'][number];

const headerLines = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

type AttemptContent = { one: Attempt; url: string | null; isOpen: boolean };

/** One attempt: the response, and the headers of its request. Folded unless it is the newest. */
function AttemptPart({ one, url, isOpen }: AttemptContent): Html {
  const { attempt, duration_ms, started_at, status_code, error, request_headers: headers } = one;
  const meaning = meaningOf(one);
  return (
    <details class="attempt" open={isOpen}>
      <summary>
        <Response code={status_code} error={error} />
        <strong>Attempt {attempt}</strong>
        <span class="soft">{millisecondsText(duration_ms)}</span>
        {time(started_at)}
      </summary>
      <div>
        {meaning && <p>{meaning}</p>}
        {one.response_body !== null && (
          <>
            <h3>Response body</h3>
            <Code name={`response body of attempt ${attempt}`} text={one.response_body} />
          </>
        )}
        {error === null && <p class="soft">The response bodies of successful attempts aren’t stored.</p>}
        <h3>Request headers</h3>
        {headers === null ? (
          <p class="soft">No request was made, or its headers weren’t stored.</p>
        ) : (
          <>
            <Code
              name={`request headers of attempt ${attempt}`}
              text={`${isOpen && url !== null ? `POST ${url}\n` : ''}${headerLines(headers)}`}
            />
            {headers['service-signature'] === undefined && (
              <p class="soft">
                Some headers aren’t shown, because the webhook changed after this attempt or the body expired.
              </p>
            )}
          </>
        )}
      </div>
    </details>
  );
}

/** The attempts of a delivery, newest first. */
function Attempts({ delivery: { attempt_log, url, status, next_attempt_at } }: DeliveryContent): Html {
  return (
    <>
      <h2>Attempts</h2>
      {status === 'pending' && next_attempt_at !== null && (
        <p class="soft">Next attempt {time(next_attempt_at)}</p>
      )}
      {attempt_log.length === 0 && <Empty text="No attempts yet." />}
      {attempt_log
        .map((one, i) => <AttemptPart one={one} url={url} isOpen={i === attempt_log.length - 1} />)
        .reverse()}
    </>
  );
}

type DeliveryContent = { delivery: DeliveryDetail };

/** The request's body, as JSON to read and as the text that was signed. */
function RequestBody({ delivery: { payload, request_body: text } }: DeliveryContent): Html {
  if (payload === null || text === null) return <Empty text="The payload is no longer stored." />;
  return (
    <>
      <Json name="payload" value={payload} />
      <details class="more-text">
        <summary>Exact body ({numberText(Buffer.byteLength(text))} bytes)</summary>
        <p class="small">Verify the signature against this exact text, not against re-serialized JSON.</p>
        <Code name="exact body" text={text} />
      </details>
    </>
  );
}

function DeliveryFacts({ delivery, webhook }: DeliveryContent & { webhook: string }): Html {
  const about = delivery.payload?.data as { email_id?: unknown; run_id?: unknown } | undefined;
  const linked = (label: string, name: string, id: unknown) =>
    typeof id === 'string' && ([label, <IdLink name={name} id={id} />] as const);
  const entries = [linked('Email', 'email id', about?.email_id), linked('Run', 'run id', about?.run_id)].map(
    (one) => one && ([...one] as [string, unknown]),
  );
  return (
    <Facts
      entries={[
        ['Status', <DeliveryState delivery={delivery} />],
        ['Webhook', <IdLink name="webhook id" id={webhook} />],
        ['Delivery', <code data-copy="delivery id">{delivery.id}</code>],
        ['Event', <IdLink name="event id" id={delivery.event_id} />],
        ...entries,
        ['Created', time(delivery.created_at)],
        ['Delivered', time(delivery.delivered_at)],
        ['Attempts', delivery.attempts],
      ]}
    />
  );
}

/** A delivery's attempts and payload, and the button that replays it. */
export function deliveryPages(ctx: DashboardContext): Page<DashboardContext>[] {
  const { call } = callsOf(ctx, webhookRoutes);

  async function show(input: SessionInput): Promise<PageAnswer> {
    const { delivery } = await call(input, 'GET /webhooks/{id}/deliveries/{delivery}');
    const { id: webhook = '' } = input.params;
    const path = `/webhooks/${webhook}/deliveries/${delivery.id}`;
    const action = may(input, ['webhooks:write']) ? (
      <Form input={input} action={`${path}/replay`}>
        <Button label="Replay" />
      </Form>
    ) : (
      nothing
    );
    return pageOf(
      { name: 'Delivery', action },
      <>
        {doneNote(input.search, notes)}
        <p class="lead">
          <strong>{delivery.event_type}</strong> to{' '}
          <a href={`/webhooks/${webhook}`}>{outside(delivery.url ?? webhook)}</a>
        </p>
        <Live
          path={path}
          every_s={3}
          most_s={600}
          final={delivery.status !== 'pending'}
          news={`${delivery.event_type}: ${delivery.status}`}
        >
          <div class="split">
            <div>
              <Attempts delivery={delivery} />
              <h2>Request body</h2>
              <RequestBody delivery={delivery} />
            </div>
            <aside aria-label="Details">
              <DeliveryFacts delivery={delivery} webhook={webhook} />
              <details class="more-text">
                <summary>Replay over the API</summary>
                <p>
                  A replay sends this event again with a new signature. You can also replay it with this
                  request:
                </p>
                {curlLine(ctx, path, { action: 'replay' })}
              </details>
            </aside>
          </div>
        </Live>
      </>,
    );
  }

  async function replay(input: SessionInput): Promise<PageAnswer> {
    const { delivery } = await call(input, 'POST /webhooks/{id}/deliveries/{delivery}', {
      body: { action: 'replay' },
    });
    return seeOther(`/webhooks/${input.params.id}/deliveries/${delivery.id}?done=replayed`);
  }

  return [
    get('/webhooks/{id}/deliveries/{delivery}', ['webhooks:read'], show),
    post('/webhooks/{id}/deliveries/{delivery}/replay', ['webhooks:write'], replay),
  ];
}
