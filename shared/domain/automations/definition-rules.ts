import { createHash } from 'node:crypto';
import { fromDomain } from '../../core/addresses.ts';
import { type Issue, invalid } from '../../core/errors.ts';
import { isObject } from '../../core/json-path.ts';
import type { Definition, Step } from '../../core/records/automations.ts';
import type { Id } from '../../core/runtime.ts';
import type { Automations, Base, Caller, Resolving, Tenants } from '../context.ts';
import { checkAllowedDomains } from '../sending/rules.ts';
import { checkTenantsEnabled } from '../tenants/named-tenant.ts';
import { faultOfTarget } from '../webhooks/endpoints/endpoint-rules.ts';
import { max_definition } from './automation-request.ts';

export const stepsOf = <Type extends Step['type']>(steps: readonly Step[], type: Type) =>
  steps.flatMap((step, index) =>
    step.type === type ? [{ step: step as Extract<Step, { type: Type }>, index }] : [],
  );

/** The problem with a URL that the service won't post to, or that points to the service itself. */
async function faultOfUrl(ctx: Base & Resolving, url: string): Promise<Issue | null> {
  const fault = await faultOfTarget(ctx, url);
  if (fault !== null) return fault;
  // Imported lazily, like target lookups, because it loads ipaddr.js.
  const { isOwnHost } = await import('./own-hosts.ts');
  if (!isOwnHost(ctx.settings, url)) return null;
  return { path: 'url', rule: 'blocked', message: 'url must not point to this deployment' };
}

/** A reference, or an unclosed `{{` up to a lone brace. Any later `{{` before that brace is unclosed, too. */
const reference = /\{\{[^}]*(\}\}?|$)/g;

/** URLs that the service won't post to, one issue each. */
export async function urlFaults(ctx: Base & Resolving, steps: readonly Step[]): Promise<Issue[]> {
  const checked = await Promise.all(
    stepsOf(steps, 'webhook').map(async ({ step, index }) => {
      // A reference can have any value, so the text before the first reference determines the host (U59).
      const fault = await faultOfUrl(
        ctx,
        step.url.replace(reference, (all, end) => (end === '}}' ? 'x' : all)),
      );
      return fault ? [{ ...fault, path: `steps[${index}].url` }] : [];
    }),
  );
  return checked.flat();
}

/** Throws 403 domain_not_allowed for a from-domain that the caller's key can't use. */
export function checkFromDomains(caller: Caller, steps: readonly Step[]): void {
  for (const { step } of stepsOf(steps, 'send_email')) checkAllowedDomains(caller, fromDomain(step.from));
}

/**
 * Checks a new or changed definition beyond its fields: size, URLs, and from-domains allowed for the key.
 * Throws 400 and 403 domain_not_allowed.
 */
export async function checkDefinition(
  ctx: Base & Resolving,
  caller: Caller,
  { trigger, steps }: Pick<Definition, 'trigger' | 'steps'>,
): Promise<void> {
  if (Buffer.byteLength(JSON.stringify({ trigger, steps })) > max_definition) {
    const message = 'steps: trigger and steps must be at most 256 KB as JSON';
    throw invalid([{ path: 'steps', rule: 'length', message }]);
  }
  const faults = await urlFaults(ctx, steps);
  if (faults.length > 0) throw invalid(faults);
  checkFromDomains(caller, steps);
}

/** A step that names a tenant returns 403 on an account without tenants, before any other error. */
export async function checkTenantSteps(ctx: Base & Tenants, caller: Caller, steps: unknown): Promise<void> {
  const names = (step: unknown) => isObject(step) && (step.tenant ?? null) !== null;
  if (Array.isArray(steps) && steps.some(names)) await checkTenantsEnabled(ctx, caller);
}

const sorted = (_name: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** A digest that is the same for definitions that are equal as JSON. */
const digestOf = (definition: Definition): string =>
  createHash('sha256').update(JSON.stringify(definition, sorted)).digest('base64url');

/** Stores a definition under a new revision and returns the automation fields that describe it. */
export async function newRevision(
  ctx: Base & Automations,
  owner: { id: Id<'aut'>; account: Id<'acc'> },
  definition: Definition,
) {
  const revision = ctx.runtime.id('aut').slice('aut_'.length);
  const place = await ctx.automations.putDefinition(owner.account, owner.id, revision, definition);
  return { revision, place, digest: digestOf(definition), event: definition.trigger.event };
}

/** Whether two definitions are equal as JSON, in any member order. A stored digest may have an older form. */
export const isSame = (one: Definition, other: Definition): boolean => digestOf(one) === digestOf(other);
