import { cheaperPlan } from '../../../infra/deploy/prices.ts';
import type { Email } from '../../../shared/core/records/emails.ts';
import type { Id } from '../../../shared/core/runtime.ts';
import { sinkUrl } from '../../../shared/domain/doctor/webhook-sink.ts';
import { emailStatus } from '../../../shared/domain/emails/status.ts';
import { checkAlarms } from './alarm-address.ts';
import { Broken, callApi, describeAnswer, reasonOf, type Seen } from './client.ts';
import { checkDoor, checkRelay } from './smtp-links.ts';
import { ask, enter, recipient, type Visit } from './visit.ts';

/** The links in the order an email passes them, from request to webhook, then relay, receiver, and alarms. */
export const links = [
  'api',
  'table',
  'queue',
  'ses',
  'feedback',
  'webhook',
  'relay',
  'inbound',
  'alarms',
] as const;
export type Link = (typeof links)[number];

/** Seconds to wait for each step. Together they stay below a minute. */
const patience_s = { queue: 12, ses: 10, feedback: 12, webhook: 12 };

/** Calls `look` every quarter second until it finds something. Returns null on timeout. */
async function wait<T>({ ctx }: Visit, seconds: number, look: () => Promise<T | null>): Promise<T | null> {
  const end = ctx.runtime.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== null || ctx.runtime.now() >= end) return found;
    await ctx.runtime.sleep(250);
  }
}

async function checkApi({ ctx }: Visit): Promise<string> {
  const url = `${ctx.settings.base_url}/health`;
  const fix =
    "Start the local stack with npm start. On AWS, check the log of the `public` function and the host's DNS records";
  const answer = await callApi(url).catch((error: Error) => {
    throw new Broken(`can't reach ${url}: ${reasonOf(error)}`, fix);
  });
  if (answer.status !== 200) throw new Broken(`${url} returned ${describeAnswer(answer)}`, fix);
  const { version, commit } = answer.body;
  return `${url} is up: version ${version}, ${commit ? `commit ${commit}` : 'commit unknown'}`;
}

async function checkTable(visit: Visit): Promise<string> {
  await enter(visit).catch((error: Error) => {
    const fix = 'Use AWS credentials that can read and write the table in this region';
    throw new Broken(`could not write to the table: ${error.message}`, fix);
  });
  const answer = await ask(visit, 'GET', '/emails?limit=1');
  if (answer.status !== 200) {
    const fix = 'Check the log of the `emails` function. The function reads the table with its own IAM role';
    throw new Broken(`GET /emails returned ${describeAnswer(answer)}`, fix);
  }
  return 'this machine can write to the table, and the emails function can read it';
}

async function checkQueue(visit: Visit): Promise<string> {
  await subscribe(visit);
  const id = await sendEmail(visit);
  const taken = await wait(visit, patience_s.queue, async () => {
    const email = await read(visit);
    return email && (email.attempt > 0 || email.state !== 'queued' || (await isPaused(visit))) ? email : null;
  });
  if (taken === null) {
    const fix = 'Check the log of the `deliver` function, and its event source mapping for the deliver queue';
    throw new Broken(`no worker picked up ${id} within ${patience_s.queue} s`, fix);
  }
  return `a worker picked up ${id}`;
}

async function subscribe(visit: Visit): Promise<void> {
  const { ctx, check, sink } = visit;
  const url = await sinkUrl(ctx, check);
  const answer = await ask(visit, 'POST', '/webhooks', {
    url: sink === null ? url : url.replace(ctx.settings.base_url, sink),
    events: ['email.delivered'],
  });
  const made = answer.body.webhook as { id: string } | undefined;
  visit.webhook = made?.id ?? null;
  visit.webhookRefusal = made ? null : describeAnswer(answer);
}

async function sendEmail(visit: Visit): Promise<string> {
  const { sandbox_domain } = visit.ctx.settings;
  if (sandbox_domain === null) {
    const fix = 'Deploy with a service domain: npm run deploy -- -c serviceDomain=mail.example.com';
    throw new Broken('the deployment has no sandbox domain to send from', fix);
  }
  const from = `doctor@${sandbox_domain}`;
  const answer = await ask(visit, 'POST', '/emails', {
    from,
    to: recipient,
    subject: 'npm run doctor',
    text: 'ok',
  });
  if (answer.status !== 200)
    throw new Broken(
      `POST /emails returned ${describeAnswer(answer)}`,
      'Check the log of the `emails` function',
    );
  visit.email = answer.body.id as Id<'msg'>;
  return visit.email;
}

const read = ({ ctx, email }: Visit): Promise<Email | null> => ctx.emails.getMeta(email ?? 'msg_');

async function isPaused({ ctx }: Visit): Promise<boolean> {
  return (await ctx.sending_state.read()).paused_until > ctx.runtime.now();
}

/** SES's last AccessDenied, or null if it is older than `within_ms`. */
async function lastDenied({ ctx }: Visit, within_ms: number): Promise<string | null> {
  const { denied_at, denied_resource } = await ctx.sending_state.read();
  if (denied_at <= ctx.runtime.now() - within_ms) return null;
  const minutes = Math.floor((ctx.runtime.now() - denied_at) / 60_000);
  return `${minutes} min ago, SES refused to let the deliver function use ${denied_resource ?? 'a resource'}`;
}

const deniedFix =
  'Deploy this release again to restore the permission to send. With -c sendFrom=..., the function can send only from the listed domains. Without it, the function can send from every identity. If SES still refuses, look for a permissions boundary or service control policy that blocks ses:SendEmail or ses:SendRawEmail on that resource';

async function checkSes(visit: Visit): Promise<string> {
  const taken = await wait(visit, patience_s.ses, async () => {
    const email = await read(visit);
    return email && !['queued', 'sending'].includes(email.state) ? email : null;
  });
  if (taken?.state === 'failed')
    throw new Broken(`SES refused the email: ${taken.failure_reason}`, refusalFix(visit));
  const denied = await lastDenied(visit, taken === null ? 60_000 : 3_600_000);
  if (taken === null && denied !== null) throw new Broken(denied, deniedFix);
  if (taken === null) {
    const paused = (await isPaused(visit)) ? ': sending is paused' : '';
    throw new Broken(`SES didn't accept the email within ${patience_s.ses} s${paused}`, refusalFix(visit));
  }
  const { plan } = await visit.ctx.sending_state.read();
  const cheaper = cheaperPlan(plan);
  return [
    `SES accepted it as ${taken.message_id}`,
    // In SES's sandbox, mail to the simulator may be sent even if mail to a verified address is denied.
    ...(denied ? [denied, `fix: ${deniedFix}`] : []),
    ...(cheaper ? [`plan ${plan}: ${cheaper}`] : []),
  ].join('; ');
}

const refusalFix = ({ ctx: { settings } }: Visit) =>
  `In the SES console for ${settings.region}, check that sending isn't paused and that ${settings.sandbox_domain} is verified. Verifying a new domain takes a few minutes. The deliver function's log includes SES's response`;

async function checkFeedback(visit: Visit): Promise<string> {
  const reported = await wait(visit, patience_s.feedback, async () => {
    const email = await read(visit);
    return email && emailStatus(email) !== 'sent' ? email : null;
  });
  const status = reported && emailStatus(reported);
  if (status === 'delivered') return 'SES reported the delivery';
  if (status !== null) throw new Broken(`SES reported ${status} for ${recipient}`, refusalFix(visit));
  const fix =
    'Check the log of the `feedback` function, and check that the feedback queue is subscribed to the feedback topic. npm run deploy restores a missing subscription';
  throw new Broken(`no notification from SES arrived within ${patience_s.feedback} s`, fix);
}

async function checkWebhook(visit: Visit): Promise<string> {
  const { ctx, check, webhook, webhookRefusal } = visit;
  if (webhook === null) {
    if (ctx.settings.base_url.startsWith('https:'))
      throw new Broken(
        `POST /webhooks returned ${webhookRefusal}`,
        'Check the log of the `webhooks` function',
      );
    return "skipped: webhooks go only to public https addresses, and this deployment's own address isn't public";
  }
  const seen = await wait(visit, patience_s.webhook, async () => (await ctx.sightings.has(check)) || null);
  if (seen) return 'the event arrived';
  const fix = `Check that ${ctx.settings.base_url} is reachable from the internet, and check the log of the \`attempt-webhook\` function`;
  throw new Broken(`no webhook arrived within ${patience_s.webhook} s${await lastAttempt(visit)}`, fix);
}

/** The latest delivery to the doctor's webhook, as the end of a sentence. */
async function lastAttempt(visit: Visit): Promise<string> {
  const { body } = await ask(visit, 'GET', `/webhooks/${visit.webhook}/deliveries`);
  const [delivery] = (body.deliveries ?? []) as {
    attempts: number;
    last_status_code: number | null;
    last_error: string | null;
  }[];
  if (delivery === undefined) return ': no delivery was attempted';
  return `. Attempts: ${delivery.attempts}. Last result: ${delivery.last_status_code ?? delivery.last_error ?? 'no response'}`;
}

/** The check of each link; throws `Broken`. */
export const checks: Record<Link, (visit: Visit) => Promise<Seen>> = {
  api: checkApi,
  table: checkTable,
  queue: checkQueue,
  ses: checkSes,
  feedback: checkFeedback,
  webhook: checkWebhook,
  relay: checkRelay,
  inbound: checkDoor,
  alarms: (visit) => checkAlarms(visit),
};
