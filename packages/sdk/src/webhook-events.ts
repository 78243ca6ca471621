import type { webhooks } from './api.d.ts';

/** The payload of a webhook, by its `type`. `id` is equal over all attempts, endpoints and replays. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Event } } };
  }
    ? Event
    : never;
}[keyof webhooks];
