import type { webhooks } from './api.d.ts';

/** What a webhook is given, told by its `type`. `id` is equal over all attempts, endpoints and replays. */
export type WebhookEvent = {
  [Type in keyof webhooks]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Event } } };
  }
    ? Event
    : never;
}[keyof webhooks];
