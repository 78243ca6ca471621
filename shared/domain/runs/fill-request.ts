import { AppError } from '../../core/errors.ts';
import type { WebhookStep } from '../../core/records/automations.ts';
import { fillFault, fillJson, fillText, fillWhole } from '../automations/fill.ts';
import { isOwnHost } from '../automations/own-hosts.ts';
import type { Scope } from '../automations/references.ts';
import { lineRoom } from '../automations/room.ts';
import type { Base } from '../context.ts';
import { checkUrl } from '../webhooks/check-url.ts';

/** All but the unreserved characters of RFC 3986. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A url with its values filled in. Values can't change the path, and the url can't point to us. Throws 400, 409. */
function fillUrl({ settings }: Base, written: string, scope: Scope): string {
  const url = fillWhole('url', written, scope, { escaped: percentEncode });
  const [path = ''] = url.split('?');
  // Readers of urls take an escaped dot for one.
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

/** The value of a header; characters outside of printable ASCII become `?`. */
const fillHeader = (name: string, value: string, scope: Scope): string =>
  fillText(value, scope, lineRoom(`headers.${name}`)).replace(/[^ -~]/gu, '?');

type Request = { url: string; method: WebhookStep['method']; headers: Record<string, string>; body: string };

/** The request of a step with its values, the same bytes at each try. `usual`: the body where it gives none. */
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
