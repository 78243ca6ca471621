import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { enter, leave, type Visit, visitOf } from '../../functions/admin/doctor/visit.ts';
import type { Context } from '../../shared/domain/context.ts';
import { type Ear, listen } from './ear.ts';

/** The tools of the checks of a first deployment; `close` removes what they made. */
export type Lab = {
  ctx: Context;
  /** The doctor's account, to ask the API with. */
  visit: Visit;
  clients: { sesv2: SESv2Client; sqs: SQSClient };
  environment: Record<string, string>;
  /** The configuration set that the emails of this deployment use. */
  set: string;
  /** A name for the objects of a check, unique to a run. */
  name: string;
  /** SES's events from now on. */
  ear: Ear;
  send: (message: Message) => Promise<Taken>;
  close: () => Promise<void>;
};

type Message = { to: string[]; set?: string; body?: string; tenant?: string };

/** SES's id of a message, the time of its answer, and the milliseconds until it. */
type Taken = { message_id: string; at: number; ms: number };

export async function openLab(ctx: Context, environment: Record<string, string>): Promise<Lab> {
  const { region, sandbox_domain, stage } = ctx.settings;
  if (sandbox_domain === null) throw new Error('The deployment has no sandbox domain to send from.');
  const visit = visitOf(ctx);
  const clients = {
    sesv2: new SESv2Client({ region, maxAttempts: 1 }),
    sqs: new SQSClient({ region }),
  };
  const name = `mailwright-${stage}-first-${ctx.runtime.now().toString(36)}`;
  const set = `${stage}-opportunistic`;
  const topic = environment.FEEDBACK_TOPIC_ARN ?? '';
  const ear = await listen(ctx.runtime, { sqs: clients.sqs, sns: new SNSClient({ region }), topic, name });
  const close = async () => {
    await ear.close().catch(() => {});
    await leave(visit);
  };
  try {
    await enter(visit);
  } catch (error) {
    await close();
    throw error;
  }
  const from = `doctor@${sandbox_domain}`;
  const send = (message: Message) => sendRaw(ctx, clients.sesv2, { from, set, ...message });
  return { ctx, visit, clients, environment, set, name, ear, send, close };
}

/** One message straight to SES, past the deployment's functions, by the call that they make. */
async function sendRaw(
  { runtime }: Context,
  ses: SESv2Client,
  { from, to, set, tenant, body = 'ok' }: Message & { from: string },
): Promise<Taken> {
  const head = `From: ${from}\r\nTo: ${to.join(', ')}\r\nSubject: npm run doctor\r\nMIME-Version: 1.0`;
  const text = `${head}\r\nContent-Type: text/plain\r\n\r\n${body}\r\n`;
  const began = runtime.now();
  const { MessageId = '' } = await ses.send(
    new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: to },
      Content: { Raw: { Data: Buffer.from(text) } },
      ConfigurationSetName: set,
      ...(tenant && { TenantName: tenant }),
    }),
  );
  return { message_id: MessageId, at: runtime.now(), ms: runtime.now() - began };
}
