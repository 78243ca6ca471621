import { type Issue, invalid } from '../../../core/errors.ts';
import type { Base, Resolving } from '../../context.ts';
import { checkUrl } from '../check-url.ts';

/** The time after which a name that does not answer is accepted: its DNS may come later. */
const lookup_ms = 2_000;

/** The fault of a url that the service would post to; null when it has none. */
export async function faultOfTarget(ctx: Base & Resolving, value: string): Promise<Issue | null> {
  const targets = ctx.settings.webhook_targets;
  const issue = checkUrl(value, targets);
  if (issue !== null) return issue;
  // It brings ipaddr.js: 13 KB that no other request of these functions needs.
  const { resolveTarget } = await import('../target.ts');
  const target = await resolveTarget(ctx.resolver, new URL(value), targets, lookup_ms).catch(() => null);
  if (!target?.blocked) return null;
  return { path: 'url', rule: 'blocked', message: 'url must lead to a public address' };
}

/** 400 for a url that the service will not post to, by its text or by an address that its name has. */
export async function checkTarget(ctx: Base & Resolving, value: string): Promise<void> {
  const issue = await faultOfTarget(ctx, value);
  if (issue !== null) throw invalid([issue]);
}
