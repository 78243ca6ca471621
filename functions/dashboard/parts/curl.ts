import { type Html, markup } from '../../../shared/http/html.ts';
import type { Resource } from '../../../shared/http/resource-declaration.ts';
import type { DashboardContext } from '../context.ts';

const inQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A request to this deployment as a line for a shell, whose API key is in the environment (D24, D30). */
export function curlLine({ settings }: DashboardContext, path: string, body?: object): Html {
  const parts = [
    `curl ${settings.base_url}${path}`,
    '-H "authorization: Bearer $MAILWRIGHT_API_KEY"',
    ...(body ? ["-H 'content-type: application/json'", `-d ${inQuotes(JSON.stringify(body))}`] : []),
  ];
  return markup`<pre data-copy="command">${parts.join(' ')}</pre>`;
}

/** The first object of a list by its path; null where it is not made by the API. */
const firsts: Record<string, object | null> = {
  '/emails': {
    from: 'Shop <hello@example.com>',
    to: 'ada@example.com',
    subject: 'Your receipt',
    text: 'Thank you!',
  },
  '/domains': { name: 'example.com' },
  '/suppressions': { email: 'gone@example.com' },
  '/opt-outs': null,
  '/received-emails': null,
  '/migrations': { provider: 'sendgrid', api_key: 'SG.key', resources: ['suppressions'] },
};

/** The request that makes the first object of a resource (D30), else that lists it. */
export const firstOf = (ctx: DashboardContext, { path, sample }: Pick<Resource, 'path' | 'sample'>): Html =>
  curlLine(ctx, path, sample ?? undefined);

/** The request that makes the first object of a list (D30); false where a path is none that has one. */
export function firstRequest(ctx: DashboardContext, path: string): Html | false {
  const body = firsts[path];
  return body !== undefined && curlLine(ctx, path, body ?? undefined);
}
