import type { Id } from '../../../shared/core/runtime.ts';
import { blankAccount } from '../../../shared/domain/accounts/create-account.ts';
import type { Context } from '../../../shared/domain/context.ts';
import { makeKey } from '../../../shared/domain/keys/create-key.ts';
import { type Answer, Broken, callApi, reasonOf } from './client.ts';
import type { Place } from './session.ts';

/** The doctor's own account, so that its emails don't count for any customer. */
const account: Id<'acc'> = 'acc_0000000000000000000d0ct0r0';

/** SES accepts mail to this address, reports it as delivered, and discards it. */
export const recipient = 'success@simulator.amazonses.com';

/** One run of the doctor, with the objects it has created so far. */
export type Visit = {
  ctx: Context;
  /** Base URL of the sink, if it isn't the API's. */
  sink: string | null;
  /** Id under which the webhook's arrival is recorded. */
  check: string;
  key: { id: Id<'key'>; secret: string } | null;
  webhook: string | null;
  /** Why the API refused a webhook for the sink. */
  webhookRefusal: string | null;
  email: Id<'msg'> | null;
  /** Id of its SMTP credential. */
  credential: string | null;
  /** The relay and the receiver, if they aren't at their public host names. */
  relay: Place | null;
  door: Place | null;
  /** ARN of the alarm topic. */
  alarm_topic: string | null;
};

export type Places = Partial<Pick<Visit, 'sink' | 'relay' | 'door' | 'alarm_topic'>>;

export function visitOf(ctx: Context, places: Places = {}): Visit {
  const { sink = null, relay = null, door = null, alarm_topic = null } = places;
  const check = ctx.runtime.id('req');
  return {
    ctx,
    sink,
    check,
    key: null,
    webhook: null,
    webhookRefusal: null,
    email: null,
    credential: null,
    relay,
    door,
    alarm_topic,
  };
}

/** Sends a request with the visit's key. Without a response, the link is broken. */
export function ask(visit: Visit, method: string, path: string, body?: unknown): Promise<Answer> {
  const api_key = visit.key?.secret ?? '';
  const url = `${visit.ctx.settings.base_url}${path}`;
  return callApi(url, { method, api_key, body }).catch((error: Error) => {
    const fix = `Check the log of the \`${path.split(/[/?]/)[1]}\` function`;
    throw new Broken(`no response to ${method} ${path}: ${reasonOf(error)}`, fix);
  });
}

/** Creates the account if needed, and a key for this visit. */
export async function enter(visit: Visit): Promise<void> {
  const { ctx } = visit;
  if ((await ctx.accounts.get(account)) === null) {
    const input = {
      email: recipient,
      plan: 'dedicated',
      payment_method: true,
      requests_per_second: null,
    } as const;
    await ctx.accounts.create(blankAccount(ctx, account, input));
  }
  const made = await makeKey(ctx, { account, name: 'doctor', scopes: ['full'], tenant: null });
  visit.key = { id: made.api_key.id, secret: made.secret };
}

/** Deletes what the visit created. Leftovers do no harm. */
export async function leave(visit: Visit): Promise<void> {
  const { ctx, key, webhook, credential } = visit;
  if (credential !== null) await ask(visit, 'DELETE', `/smtp-credentials/${credential}`).catch(() => {});
  if (webhook !== null) await ask(visit, 'DELETE', `/webhooks/${webhook}`).catch(() => {});
  if (key !== null) await ctx.keys.remove(account, key.id, 'service').catch(() => {});
}
