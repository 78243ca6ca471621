import * as z from 'zod';
import { notFound } from '../../shared/core/errors.ts';
import type { LinkPath } from '../../shared/core/signed-link.ts';
import { followLink, type Tracking, type Visitor } from '../../shared/domain/tracking/follow-link.ts';
import { openRoute, type Route } from '../../shared/http/route.ts';

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

const privately = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' };

type Asked = { request: Request; address: string | null; params: { token: string } };

/** A link's visitor. Null for requests that don't count: HEAD, and preloading browsers. */
function visitorOf({ request, address }: Asked): Visitor | null {
  const ahead = `${request.headers.get('sec-purpose')} ${request.headers.get('purpose')}`;
  if (request.method !== 'GET' || /prefetch|prerender|preview/i.test(ahead)) return null;
  return { ip: address, user_agent: request.headers.get('user-agent') ?? '' };
}

const follow = (ctx: Tracking, path: LinkPath, asked: Asked) =>
  followLink(ctx, { path, token: asked.params.token, visitor: visitorOf(asked) });

/** Pixels and links of tracked emails, under base_url (H40, E14, E19, E56). */
export const trackingRoutes: Route<Tracking>[] = [
  openRoute({
    method: 'GET',
    path: '/t/o/{token}',
    summary: "Load an email's tracking pixel",
    description: 'Always returns 200, even for an invalid token.',
    status: 200,
    produces: 'image/gif',
    response: z.instanceof(Uint8Array).meta({ type: 'string', format: 'binary' }),
    run: async (ctx, asked) => {
      await follow(ctx, 'o', asked);
      return { body: pixel, headers: privately };
    },
  }),
  openRoute({
    method: 'GET',
    path: '/t/c/{token}',
    summary: 'Follow a tracked link',
    description: 'Redirects only to the address in the signed link.',
    also: [404],
    status: 302,
    response: z.null(),
    run: async (ctx, asked) => {
      const target = await follow(ctx, 'c', asked);
      if (target === null) throw notFound('Link');
      return { redirect: target, headers: privately };
    },
  }),
];
