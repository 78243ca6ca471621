import type { WebhookEndpoint } from '../../../core/records/webhooks.ts';
import type { AttemptContext } from '../../context.ts';
import type { DeliveryMessage } from '../../ports/webhooks.ts';
import { type Answer, postSafely } from '../post-safely.ts';
import { plainHeaders, signatureHeaders } from './request-headers.ts';

/** Posts the event, and says when its request was signed. Without a request, that time is absent. */
export async function postEvent(
  ctx: AttemptContext,
  endpoint: WebhookEndpoint,
  message: DeliveryMessage,
  body: string,
): Promise<{ answer: Answer; sent_at: number | undefined }> {
  const { delivery_id: id, event_id, event_type, attempt } = message;
  let sent_at: number | undefined;
  const headersAt = (now: number) => {
    sent_at = now;
    // The service's headers take precedence over the endpoint's own.
    return {
      ...endpoint.headers,
      ...plainHeaders({ id, event_id, event_type }, attempt, now),
      ...signatureHeaders(endpoint, { event_id, body }, now),
    };
  };
  const answer = await postSafely(ctx, { url: endpoint.url, headersAt, body });
  return { answer, sent_at };
}
