import { eventTypes } from '../../../../shared/core/records/events.ts';
import type { DeliveryError } from '../../../../shared/core/records/webhooks.ts';
import type { WebhookRecord } from '../../../../shared/domain/webhooks/endpoints/endpoint-record.ts';
import { type Child, type Html, nothing, outside } from '../../../../shared/http/html.ts';
import type { SessionInput } from '../../../../shared/http/pages/page.ts';
import { Badge, Banner, Button, Tiles } from '../../ui/elements.tsx';
import { millisecondsText, numberText } from '../numbers.tsx';
import { may } from '../pages.tsx';
import { Form, time } from '../parts.tsx';

/** An attempt error's display name. */
const errorWords: Record<DeliveryError, string> = {
  timeout: 'Timed out',
  dns: 'Name not found',
  connect: 'Connection failed',
  tls: 'TLS error',
  reset: 'Connection closed',
  blocked_address: 'Address not public',
  redirect: 'Redirected',
  http_status: 'HTTP error',
  bad_response: 'Invalid response',
  endpoint_disabled: 'Webhook disabled',
  internal: 'Internal error',
};

type Ended = { code: number | null; error: DeliveryError | null };

/** An attempt's status code or error name. Null before any attempt. */
const responseText = ({ code, error }: Ended): string | null =>
  code === null ? error && errorWords[error] : String(code);

/** An attempt's status code, or the error of an attempt without a response. */
export function Response(ended: Ended): Html {
  const text = responseText(ended);
  return text === null ? <>–</> : <Badge word={text} tone={ended.error === null ? 'good' : 'bad'} />;
}

/** The last attempt failed, but no delivery has run out of attempts since the last success. */
const isRetrying = ({ failing_since, last_response: last }: WebhookRecord): boolean =>
  failing_since === null && last !== null && last.error !== null;

/** Failing is a separate state, so that an enabled endpoint that fails doesn't look healthy. */
export function State({ webhook }: { webhook: WebhookRecord }): Html {
  if (!webhook.enabled) return <Badge word="disabled" tone="" />;
  if (webhook.failing_since !== null) return <Badge word="failing" />;
  return isRetrying(webhook) ? <Badge word="retrying" tone="warn" /> : <Badge word="enabled" />;
}

/** What the state means. */
function stateNote(webhook: WebhookRecord): Child {
  if (!webhook.enabled) return false;
  if (webhook.failing_since !== null) return <>Since {time(webhook.failing_since)}</>;
  return isRetrying(webhook) ? 'Last attempt failed' : 'Not failing';
}

export const LastResponse = ({ webhook: { last_response: last } }: { webhook: WebhookRecord }): Html =>
  last === null ? (
    <>–</>
  ) : (
    <span class="nowrap recent">
      <Response code={last.status_code} error={last.error} /> {time(last.at)}
    </span>
  );

/** Null if no delivery has completed. Rounded down, so that 100% means no failures. */
export const successRate = ({ last_24_hours: { delivered, failed } }: WebhookRecord): string | null =>
  delivered + failed === 0 ? null : `${Math.floor((delivered * 10_000) / (delivered + failed)) / 100}%`;

/** What the success rate counts. */
function counted({ last_24_hours: { delivered, failed, sampled } }: WebhookRecord): string {
  if (delivered + failed === 0) return 'No completed deliveries in 24 hours';
  const most = numberText(delivered + failed);
  const failures = failed === 0 ? 'None' : numberText(failed);
  return sampled ? `${failures} of the newest ${most} failed` : `${failures} of ${most} failed in 24 hours`;
}

/** An endpoint's health in numbers. */
export function HealthTiles({ webhook }: { webhook: WebhookRecord }): Html {
  const { last_response: last, last_24_hours } = webhook;
  const { median_duration_ms: median, failed } = last_24_hours;
  return (
    <Tiles
      look="health"
      tiles={[
        { name: 'State', value: <State webhook={webhook} />, note: stateNote(webhook) },
        {
          name: 'Success rate',
          value: successRate(webhook) ?? '–',
          note: counted(webhook),
          tone: failed > 0 ? 'bad' : undefined,
        },
        {
          name: 'Median duration',
          value: median === null ? '–' : millisecondsText(median),
          note: 'From request to response',
        },
        {
          name: 'Last response',
          value: last === null ? '–' : <Response code={last.status_code} error={last.error} />,
          note: last ? time(last.at) : 'None in 24 hours',
        },
      ]}
    />
  );
}

/** Which events an endpoint receives, in one word or two. */
export const eventsText = ({ events }: WebhookRecord): string =>
  events.length === eventTypes.length
    ? 'All events'
    : events.length === 1
      ? String(events[0])
      : `${events.length} of ${eventTypes.length}`;

const disabledTexts = {
  failing: 'Mailwright disabled it because every delivery failed for days.',
  gone: 'Mailwright disabled it because your server responded with 410 Gone.',
  tenant_deleted: 'Mailwright disabled it because the tenants it was limited to were deleted.',
};

/** Why an endpoint gets no events, and what to do. Empty for a healthy one. */
export function HealthBanner({ input, webhook }: { input: SessionInput; webhook: WebhookRecord }): Html {
  const mayWrite = may(input, ['webhooks:write']);
  const { id, enabled, disabled_reason: reason, failing_since, last_response: last } = webhook;
  if (!enabled)
    return (
      <Banner tone={reason === null ? 'wait' : 'bad'} title="This webhook is disabled">
        <p>
          {reason === null
            ? 'It doesn’t receive events until you enable it.'
            : outside(disabledTexts[reason])}
        </p>
        {mayWrite && (
          <Form input={input} action={`/webhooks/${id}/enable`}>
            <Button label="Enable" kind="quiet" />
          </Form>
        )}
      </Banner>
    );
  if (failing_since === null) return nothing;
  return (
    <Banner tone="bad" title={<>Every delivery has failed since {time(failing_since)}</>}>
      <p>
        {last && `Last attempt: ${responseText({ code: last.status_code, error: last.error })}. `}
        Open a failed delivery to see your server’s response.
        {mayWrite && ' After you fix it, select Replay failed.'}
      </p>
    </Banner>
  );
}
