import type { WebhookEvent } from '../../../shared/core/records/webhooks.ts';
import { eventId } from '../../../shared/domain/events/email-event.ts';
import { publishEvents } from '../../../shared/domain/webhooks/publish.ts';
import { memoryWebhooks } from '../../support/memory-webhooks.ts';

let made = 0;

export function someEvent(change: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    id: eventId(`msg_${++made}`, 'email.delivered', 0, '', Date.now()),
    type: 'email.delivered',
    created_at: new Date().toISOString(),
    data: { email_id: 'msg_1', subject: 'Grüße' },
    ...change,
  };
}

export async function emitted(
  options: Parameters<typeof memoryWebhooks>[0] = {},
  url = 'http://127.0.0.1:1/',
) {
  const world = memoryWebhooks(options);
  const endpoint = world.addEndpoint(url);
  const event = someEvent();
  await publishEvents(world.ctx, world.account.id, [{ event, tenant: null, repeat: false }]);
  const row = () => [...world.rows.values()][0];
  return { ...world, endpoint, event, row };
}
