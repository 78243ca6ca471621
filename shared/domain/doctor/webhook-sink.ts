import { timestamp } from '../../core/runtime.ts';
import type { Base, Links, Sightings } from '../context.ts';

const validFor_ms = 5 * 60_000;

/** The URL that receives the webhook of one doctor check. Valid for five minutes. */
export async function sinkUrl(ctx: Base & Links, id: string): Promise<string> {
  const text = JSON.stringify([id, ctx.runtime.now() + validFor_ms]);
  return `${ctx.settings.base_url}/doctor/${await ctx.tokens.seal('doctor', text)}`;
}

/**
 * POST /doctor/{token}: records that the check's webhook arrived, but not its content. False if the token
 * isn't ours or is too old.
 */
export async function noteWebhook(ctx: Base & Links & Sightings, token: string): Promise<boolean> {
  const text = await ctx.tokens.open('doctor', token);
  if (text === null) return false;
  const [id, until] = JSON.parse(text) as [string, number];
  const now = ctx.runtime.now();
  if (now > until) return false;
  await ctx.sightings.add(id, timestamp(now));
  return true;
}
