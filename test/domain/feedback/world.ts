import type { Id } from '../../../shared/core/runtime.ts';
import type { Context } from '../../../shared/domain/context.ts';
import { emailRecord } from '../../../shared/domain/emails/record.ts';
import { recordNotification } from '../../../shared/domain/feedback/record-notification.ts';
import type { DeliveryMessage } from '../../../shared/domain/ports/webhooks.ts';
import { testClock, testContext } from '../../support/api.ts';
import { collectLog } from '../../support/log.ts';
import { endpointOf } from '../../support/records.ts';
import { fixtureFor, type SesJson } from './fixture.ts';
import type { SentEmail } from './sent-email.ts';

type EventDetails = { id: string; type: string; created_at: string; data: Record<string, unknown> };

/** The product over the real table; what it would queue for webhooks is kept. */
export async function world(settings: { soft_bounce_threshold?: number } = {}, of?: Id<'acc'>) {
  const clock = testClock();
  const { log, lines } = collectLog();
  const real = testContext({ runtime: clock.runtime, log });
  const queued: DeliveryMessage[] = [];
  const ctx: Context = {
    ...real,
    settings: { ...real.settings, region: 'eu-west-1', ...settings },
    queues: {
      ...real.queues,
      webhooks: async (messages) => void queued.push(...(messages as DeliveryMessage[])),
    },
  };
  const account = of ?? ctx.runtime.id('acc');
  await ctx.webhooks.create(endpointOf(ctx, account), 10);
  const told = () => queued.map((message) => JSON.parse(message.payload ?? '') as EventDetails);
  const receive = (name: string, email: SentEmail, change?: (event: SesJson) => void, receive_count = 1) =>
    recordNotification(ctx, fixtureFor(name, email, change), { receive_count });
  const recordOf = async (email: SentEmail) => {
    const found = await ctx.emails.get(account, email.id);
    if (found === null) throw new Error('no such email');
    return emailRecord(found, null);
  };
  const suppressed = (address: string, tenant: Id<'ten'> | null = null) =>
    ctx.suppressions.get({ account, tenant }, address);
  return { ctx, account, advance: clock.advance, lines, queued, told, receive, recordOf, suppressed };
}

/** The moment of a part of a notification moved. */
export const at = (part: string, ms: number) => (event: SesJson) =>
  Object.assign(event[part] as object, { timestamp: new Date(ms).toISOString() });
