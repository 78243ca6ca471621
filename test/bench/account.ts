import { createHash } from 'node:crypto';
import { emailRoutes } from '../../functions/emails/routes.ts';
import { webhookRoutes } from '../../functions/webhooks/routes.ts';
import type { Context } from '../../shared/domain/context.ts';
import { type Client, freshAccount, inProcess } from '../support/api.ts';
import type { BareCloud } from '../support/bare-cloud.ts';
import type { measureSmtp } from './smtp.ts';

export type Account = { id: string; key: string; domain: string; request: Client; owner: Owner };
type Owner = Parameters<typeof measureSmtp>[1];

export async function makeAccount(ctx: Context, { ses }: BareCloud): Promise<Account> {
  const { account, api_key, domain } = await freshAccount(ctx);
  await ses.verifiedDomain(domain);
  return {
    id: account.id,
    key: api_key,
    domain,
    request: inProcess(ctx, [...emailRoutes, ...webhookRoutes], api_key),
    owner: { account, api_key, domain },
  };
}

/** Throws unless the endpoint was created. */
export async function subscribe({ request }: Account, url: string): Promise<void> {
  const { status, body } = await request('POST', '/webhooks', { body: { url } });
  if (status !== 200) throw new Error(`POST /webhooks answered ${status}: ${JSON.stringify(body)}`);
}

/** Sends an email and returns its id. */
export async function send(
  request: Client,
  body: object,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await request('POST', '/emails', { body, headers });
  if (answer.status !== 200)
    throw new Error(`POST /emails answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return String(answer.body.id);
}

/** A typical body: a short text and its HTML, 2 KB, or at most 1 KB compressed. */
export function emailOf(domain: string, to: string | string[]) {
  const lines = Array.from(
    { length: 12 },
    (_, i) => `Item ${i + 1} of your order ${i * 7919}: ${(i * 31) % 97} pieces`,
  );
  return {
    from: `Acme <hello@${domain}>`,
    to,
    subject: 'Your order is on its way',
    text: lines.join('\n'),
    html: `<html><body><h1>Thank you</h1>${lines.map((line) => `<p style="color:#333">${line}</p>`).join('')}</body></html>`,
  };
}

/** The same with 30 KB of HTML, which is too large for an item even when compressed. */
export function largeEmailOf(domain: string, to: string) {
  const noise = Array.from({ length: 700 }, (_, i) =>
    createHash('sha256').update(`${i}`).digest('base64url'),
  );
  return { ...emailOf(domain, to), html: `<html><body>${noise.join('<br>\n')}</body></html>` };
}
