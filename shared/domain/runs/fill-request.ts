import { AppError } from '../../core/errors.ts';
import type { WebhookStep } from '../../core/records/automations.ts';
import { fillFault, fillJson, fillText, fillWhole } from '../automations/fill.ts';
import { isOwnHost } from '../automations/own-hosts.ts';
import type { Scope } from '../automations/references.ts';
import { lineRoom } from '../automations/room.ts';
import type { Base } from '../context.ts';
import { checkUrl } from '../webhooks/check-url.ts';

/** Everything but RFC 3986's unreserved characters. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * A URL with its values filled in. Values can't change the structure of the path, and the URL can't point to
 * this deployment. Throws 400 and 409.
 */
function fillUrl({ settings }: Base, written: string, scope: Scope): string {
  const url = fillWhole('url', written, scope, { escaped: percentEncode });
  const [path = ''] = url.split('?');
  // URL parsers treat an escaped dot as a dot.
  const segments = path.replace(/%2e/gi, '.').split('/');
  if (segments.some((segment) => segment === '.' || segment === '..'))
    throw fillFault('url', 'format', 'the filled-in path has a segment that is . or ..');
  const fault = checkUrl(url, settings.webhook_targets);
  if (fault) throw fillFault('url', fault.rule, fault.message);
  if (isOwnHost(settings, url))
    throw new AppError('conflict', 'url: must not point to this deployment', {
      details: { reason: 'target' },
    });
  return url;
}

/** A header value. Characters outside printable ASCII become `?`. */
const fillHeader = (name: string, value: string, scope: Scope): string =>
  fillText(value, scope, lineRoom(`headers.${name}`)).replace(/[^ -~]/gu, '?');

type Request = { url: string; method: WebhookStep['method']; headers: Record<string, string>; body: string };

/**
 * A step's request with its values filled in, the same bytes for every attempt. `usual` is the default body.
 */
export function fillRequest(ctx: Base, step: WebhookStep, scope: Scope, usual: object): Request {
  const { url, method, headers = {}, body } = step;
  const filled = Object.entries(headers).map(([name, value]) => [name, fillHeader(name, value, scope)]);
  return {
    url: fillUrl(ctx, url, scope),
    method,
    headers: Object.fromEntries(filled),
    body: body === undefined ? JSON.stringify(usual) : fillJson('body', body, scope),
  };
}
