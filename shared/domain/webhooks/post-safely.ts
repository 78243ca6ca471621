import type { PostResult, WebhookClient } from '../../core/network.ts';
import type { DeliveryError } from '../../core/records/webhooks.ts';
import type { Base, Resolving, WebhookRequests } from '../context.ts';
import { checkUrl } from './check-url.ts';
import { resolveTarget } from './target.ts';

/** From the start of the name lookup to the end of the response header. */
export const timeout_ms = 10_000;

/** One attempt's result. A null `error` means success. */
export type Answer = {
  status_code: number | null;
  error: DeliveryError | null;
  retry_after: string | null;
  /** Up to 4 KB of a failed attempt's response. */
  body: string | null;
};

export const broken = (error: DeliveryError): Answer => ({
  status_code: null,
  error,
  retry_after: null,
  body: null,
});

/** Judges by the status line: 2xx is success, and a redirect is its own kind of failure. */
function judge(result: PostResult): Answer {
  if ('error' in result) return broken(result.error);
  const { status_code, retry_after, body } = result;
  if (status_code >= 200 && status_code < 300) return { status_code, error: null, retry_after, body: null };
  const error = status_code >= 300 && status_code < 400 ? 'redirect' : 'http_status';
  return { status_code, error, retry_after, body: body === '' ? null : body };
}

type Request = {
  url: string;
  method?: Parameters<WebhookClient['post']>[0]['method'];
  /** The headers for the moment of the request (epoch ms). */
  headersAt: (now: number) => Record<string, string>;
  body: string;
};

/**
 * One request to a customer's server, pinned to an address that was just looked up and checked. Never throws
 * for anything a receiver does.
 */
export async function postSafely(
  ctx: Base & Resolving & WebhookRequests,
  { url: text, method = 'POST', headersAt, body }: Request,
): Promise<Answer> {
  const targets = ctx.settings.webhook_targets;
  // The deployment may have become stricter since the URL was stored.
  if (checkUrl(text, targets) !== null) return broken('blocked_address');
  const url = new URL(text);
  const started = ctx.runtime.now();
  const target = await resolveTarget(ctx.resolver, url, targets, timeout_ms).catch((error: unknown) =>
    error instanceof Error && error.name === 'LookupTimeout' ? ('timeout' as const) : ('dns' as const),
  );
  if (typeof target === 'string') return broken(target);
  if (target.blocked) return broken('blocked_address');
  if (target.addresses.length === 0) return broken('dns');
  const now = ctx.runtime.now();
  const left = timeout_ms - (now - started);
  if (left <= 0) return broken('timeout');
  const { addresses } = target;
  const request = { url, method, addresses, headers: headersAt(now), body, timeout_ms: left };
  return judge(await ctx.webhook_client.post(request));
}
