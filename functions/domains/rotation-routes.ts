import * as z from 'zod';
import type { Base, Caller, DomainSecrets, Domains, Tenants } from '../../shared/domain/context.ts';
import { DomainRecord, showDomain } from '../../shared/domain/domains/domain-record.ts';
import { getDomain } from '../../shared/domain/domains/get-domain.ts';
import { cancelRotation } from '../../shared/domain/domains/rotation/cancel-rotation.ts';
import { rotateDkim } from '../../shared/domain/domains/rotation/rotate-dkim.ts';
import { type Route, route } from '../../shared/http/route.ts';

type Ctx = Base & Domains & DomainSecrets & Tenants;

const named = (ctx: Domains, { caller, params }: { caller: Caller; params: { id: string } }) =>
  getDomain(ctx, caller, params.id);

const shared = {
  scope: ['domains:write'],
  bucket: 'other',
  tenant_keys: 'own',
  status: 200,
  path: '/domains/{id}/rotate-dkim',
  also: [409],
  response: z.object({ domain: DomainRecord }),
} as const;

/** Changes of a domain's DKIM key. */
export const rotationRoutes: Route<Ctx>[] = [
  route({
    ...shared,
    method: 'POST',
    summary: 'Change the DKIM key of a domain',
    description:
      'The answer has the record of the new key, with the purpose dkim_next: publish it next to the others. Mail is signed with the current key until DNS and SES have the new one; then the former record is dkim_retired for 7 days. Without its record a rotation ends after 30 days.',
    idempotent: true,
    find: named,
    run: async (ctx, { caller, params, idempotency_key }) => {
      const whole = await rotateDkim(ctx, caller, params.id, idempotency_key);
      return { body: { domain: await showDomain(ctx, whole) } };
    },
  }),
  route({
    ...shared,
    method: 'DELETE',
    summary: 'Give up a change of the DKIM key of a domain',
    description:
      'The current key stays. Where SES has the new key already, it is given the current one again first; dkim_rotation says reverting until then.',
    find: named,
    run: async (ctx, { caller, params }) => {
      return { body: { domain: await showDomain(ctx, await cancelRotation(ctx, caller, params.id)) } };
    },
  }),
];
