import { randomBytes } from 'node:crypto';
import { minuteOf } from '../../shared/core/days.ts';
import { makeDkimKey } from '../../shared/core/dkim-key.ts';
import type { Account } from '../../shared/core/records/accounts.ts';
import type { Domain } from '../../shared/core/records/domains.ts';
import type { Id } from '../../shared/core/runtime.ts';
import { mailOwner } from '../../shared/domain/accounts/mail-owner.ts';
import { countEmails } from '../../shared/domain/counters/count-emails.ts';
import type { DomainMessage } from '../../shared/domain/ports/domains.ts';
import {
  type AttemptMessage,
  type DeliveryMessage,
  WebhookMessage,
} from '../../shared/domain/ports/webhooks.ts';
import type { SesNotification } from '../../shared/domain/receiving/ses-notification.ts';
import { askSignIn } from '../../shared/domain/sessions/ask-sign-in.ts';
import { inviteMember } from '../../shared/domain/sessions/invite-member.ts';
import { attemptMemory, attemptWebhook } from '../../shared/domain/webhooks/deliveries/attempt-webhook.ts';
import { objectKeys } from '../../shared/store/objects.ts';
import { putObjects } from './table.ts';
import type { Post, World } from './world.ts';

const random = (bytes: number) => randomBytes(bytes).toString('base64');

/** What only one limit, size, or worker writes, and rare kinds of messages. */
export async function recordRest(
  world: World,
  {
    account,
    domain,
    owner,
    post,
    postAsOwner,
    email,
    delivery,
  }: {
    account: Account;
    domain: string;
    /** An account that its plan counts, and its calls. */
    owner: { domain: string };
    post: Post;
    postAsOwner: Post;
    email: Record<string, unknown>;
    delivery: DeliveryMessage;
  },
): Promise<{ received_at_ses: SesNotification; webhooks: AttemptMessage[] }> {
  const { ctx, queued, webhooks, recovers, schedules, domain_tasks, quotas } = world;
  const now = ctx.runtime.now();
  const made_at = new Date(now).toISOString();

  // Counted for the plan, the sandbox, and a tenant. Then a scheduled email, and a refused batch, both too large for
  // the table.
  await postAsOwner('/emails', { ...email, from: `shop@${owner.domain}` });
  const sandboxed = { ...email, from: `hello@${ctx.settings.sandbox_domain}`, to: account.email };
  await post('/emails', sandboxed);
  await post('/emails', { ...email, tenant: 'acme' });
  const scheduled_at = new Date(now + 7_200_000).toISOString();
  await post('/emails', { ...email, text: random(9_000), scheduled_at });
  const large = Array.from({ length: 100 }, () => ({ ...email, [random(400)]: 1 }));
  await post('/emails/batch', { emails: [email, ...large.slice(1)] });
  queued.length = 0;
  schedules.pop();

  // Counts, rates, and what the sweep records.
  const { entries } = await ctx.emails.list({
    account: account.id,
    tenant: null,
    shards: account.email_shards,
    limit: 20,
    before: null,
    since: null,
  });
  const changes = entries.map((after, i) => ({ sequence: String(i), changed_at: now, before: null, after }));
  await countEmails(ctx, 'shard', changes);
  const [automation] = (await ctx.automations.list(account.id, { limit: 1, before: null })).entries;
  const id = automation?.id as Id<'aut'>;
  await ctx.counters.addRuns(id, 'shard', [{ sequence: '1', counter: 'waiting', n: 1 }]);
  await ctx.counters.addSteps({ id, version: 1 }, 'shard', [{ sequence: '1', counter: '0:open', n: 1 }]);
  await ctx.rates.reserve({ account: account.id, name: 'bulk', rate: 10 }, 1);
  await quotas.writeQuota({ rate: 100, quota: null, sent: 0, plan: 'NONE' });
  await ctx.domains.writeMark(minuteOf(now) - 1);
  await ctx.emails.writeChecked(now - 3_600_000);
  await post(`/domains/mail.${domain}`, { action: 'verify' }).catch(() => {});

  // A DKIM key rotation in progress, with the previous key.
  const added = (await ctx.domains.get(`mail.${domain}`)) as Domain;
  const key = await ctx.domains.readKey(added.name);
  const { public_key } = await makeDkimKey();
  if (key === null) throw new Error('the domain has no key');
  const next = { ...key, public_key };
  await ctx.domains.saveCheck(added, { next_check_at: made_at }, null, { next, old: next });

  // Failed again after its replay.
  const memory = attemptMemory();
  const replay = webhooks.find((message) => message.kind === 'delivery' && message.first_id);
  for (let message: AttemptMessage | undefined = replay; message; message = webhooks.pop()) {
    webhooks.length = 0;
    await attemptWebhook(ctx, { message, receive_count: 1, memory });
  }
  const { webhook_id, kind: _, ...event } = delivery;
  const payload = JSON.stringify({ data: random(9_000) });
  await ctx.deliveries.putPayload(account.id, { id: event.event_id, created_at: event.created_at }, payload);

  // Messages.
  await askSignIn(ctx, { email: `ada@${domain}`, next: null, address: '192.0.2.1' });
  await mailOwner(ctx, account.id, { about: 'x', subject: 'x', text: 'x', fields: {} });
  await inviteMember(ctx, { account: account.id, email: `bob@${domain}`, role: 'developer' });
  const of = { id: added.id, name: added.name, account: account.id };
  for (const task of ['remove', 'notice', 'claimed', 'cancel'] as const)
    domain_tasks.push({ task, ...of } satisfies DomainMessage);
  const found = { ...event, payload: event.payload ?? '{}', tenant: null };

  const received_at_ses = {
    notificationType: 'Received',
    mail: { messageId: ctx.runtime.id('evt'), source: 'ada@x.example' },
    receipt: {
      timestamp: made_at,
      recipients: [`support@rules.${domain}`],
      action: { type: 'S3', objectKey: '' },
    },
  } satisfies SesNotification;
  const { receipt, mail } = received_at_ses;
  receipt.action.objectKey = objectKeys.ses(mail.messageId);
  const raw = Buffer.from('From: Ada <ada@x.example>\r\nSubject: At SES\r\n\r\nIt arrived.\r\n');
  await putObjects({ [receipt.action.objectKey]: raw.toString('base64') });
  return {
    received_at_ses: received_at_ses as SesNotification,
    webhooks: [
      WebhookMessage.parse({ ...found, kind: 'fan_out', webhook_ids: [webhook_id] }),
      WebhookMessage.parse({ ...found, kind: 'event' }),
      ...recovers,
    ],
  };
}
