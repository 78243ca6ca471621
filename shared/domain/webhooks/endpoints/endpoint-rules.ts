import { type Issue, invalid } from '../../../core/errors.ts';
import type { Base, Resolving } from '../../context.ts';
import { checkUrl } from '../check-url.ts';

/** After this time, a name that doesn't resolve is accepted, because its DNS may come later. */
const lookup_ms = 2_000;

/** The problem with a URL that the service would post to, or null. */
export async function faultOfTarget(ctx: Base & Resolving, value: string): Promise<Issue | null> {
  const targets = ctx.settings.webhook_targets;
  const issue = checkUrl(value, targets);
  if (issue !== null) return issue;
  // It loads ipaddr.js: 13 KB that no other request of these functions needs.
  const { resolveTarget } = await import('../target.ts');
  const target = await resolveTarget(ctx.resolver, new URL(value), targets, lookup_ms).catch(() => null);
  if (!target?.blocked) return null;
  return { path: 'url', rule: 'blocked', message: 'url must point to a public address' };
}

/** 400 for a URL the service won't post to, by its text or by an address of its name. */
export async function checkTarget(ctx: Base & Resolving, value: string): Promise<void> {
  const issue = await faultOfTarget(ctx, value);
  if (issue !== null) throw invalid([issue]);
}
