import type { WebhookRequests } from '../../domain/context.ts';
import { webhookClient } from '../../net/webhook-client.ts';

/** The way out to webhook receivers. */
export const webhookRequests = (): WebhookRequests => ({ webhook_client: webhookClient() });
