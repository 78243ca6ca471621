import { emailRoutes } from '../../functions/emails/routes.ts';
import { publicRoutes } from '../../functions/public/routes.ts';
import { suppressionRoutes } from '../../functions/suppressions/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Category } from '../../shared/core/records/emails.ts';
import { unsubscribeUrl } from '../../shared/domain/content/unsubscribe-token.ts';
import type { Context } from '../../shared/domain/context.ts';
import type { WebhookMessage } from '../../shared/domain/ports/webhooks.ts';
import { freshAccount, inProcess, testClock, testContext } from './api.ts';
import { idOf } from './ids.ts';

export const form = { 'content-type': 'application/x-www-form-urlencoded' };
export const oneClick = { headers: form, raw: 'List-Unsubscribe=One-Click' };
export const confirmed = { headers: form, raw: 'confirm=1' };
export const address = 'ada@x.example';

/** An account that subscribes to every event, and a sent email with its unsubscribe link. */
export async function setUp(category: Category = 'product') {
  const clock = testClock();
  const told: WebhookMessage[] = [];
  const real = testContext({ runtime: clock.runtime });
  const webhooks = async (messages: WebhookMessage[]) => void told.push(...messages);
  const ctx: Context = { ...real, queues: { ...real.queues, deliver: async () => {}, webhooks } };
  const { account, api_key, domain } = await freshAccount(ctx);
  const call = inProcess(ctx, [...emailRoutes, ...suppressionRoutes, ...webhookRoutes], api_key);
  await call('POST', '/webhooks', { body: { url: 'https://receiver.invalid/hook' } });
  const email = { from: `shop@${domain}`, to: address, subject: 'Hello', text: 'Hi', category };
  const sent = await call('POST', '/emails', { body: { ...email, unsubscribe: true } });
  const email_id = idOf('msg', sent.body.id);
  const token = { account: account.id, tenant: null, address, category, email_id };
  const url = await unsubscribeUrl(ctx, token);
  const path = url.slice(ctx.settings.base_url.length);
  const visit = inProcess(ctx, publicRoutes, null);
  const events = () =>
    told
      .map(
        ({ payload }) =>
          JSON.parse(payload ?? '{}') as { id: string; type: string; data: Record<string, unknown> },
      )
      .filter(({ type }) => type === 'contact.unsubscribed');
  const list = { account: account.id, tenant: null };
  const state = async () => (await ctx.suppressions.readStates(list, [address]))[0];
  return { ...clock, ctx, account, api_key, call, email, email_id, path, visit, events, list, state, told };
}
