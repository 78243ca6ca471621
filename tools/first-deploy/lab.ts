import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Runtime } from '../../shared/core/runtime.ts';
import type { Context } from '../../shared/domain/context.ts';
import { enter, leave, type Visit, visitOf } from '../admin/doctor/visit.ts';

/** What the first-deploy checks share. `close` removes what they created. */
export type Lab = {
  ctx: Context;
  visit: Visit;
  clients: { sesv2: SESv2Client; sqs: SQSClient };
  environment: Record<string, string>;
  /** The configuration set for this deployment's emails. */
  set: string;
  /** A name for a check's objects, unique to the run. */
  name: string;
  /** The SES events that arrive from now on. */
  ear: Ear;
  /** Sends one message straight to SES, with the operator's rights or another client's. */
  send: (message: Message, client?: SESv2Client) => Promise<Taken>;
  close: () => Promise<void>;
};

type Message = { to: string[]; set?: string; body?: string; tenant?: string };

/** SES's message id, when it answered, and how long that took. */
type Taken = { message_id: string; at: number; ms: number };

export async function openLab(ctx: Context, environment: Record<string, string>): Promise<Lab> {
  const { region, sandbox_domain, stage } = ctx.settings;
  if (sandbox_domain === null) throw new Error('The deployment has no sandbox domain to send from.');
  const visit = visitOf(ctx);
  const clients = { sesv2: new SESv2Client({ region, maxAttempts: 1 }), sqs: new SQSClient({ region }) };
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
  const send = (message: Message, client = clients.sesv2) => sendRaw(ctx, client, { from, set, ...message });
  return { ctx, visit, clients, environment, set, name, ear, send, close };
}

/** Sends one message straight to SES, with the same call as the deployment's functions. */
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

/** An answer. `as_assumed` is null if this deployment can't tell. */
export type Seen = { found: string; as_assumed: boolean | null };

/** An assumption about AWS that AWS doesn't document. */
export type Check = {
  id: string;
  question: string;
  /** The code's assumption until someone has checked it. */
  assumed: string;
  look: (lab: Lab) => Promise<Seen>;
};

/** By their ids. */
export type Checks = Record<string, Omit<Check, 'id'>>;

/** A check that can't run in this deployment, and what it needs. */
export const notTried = (why: string): Seen => ({ found: `skipped: ${why}`, as_assumed: null });

export const named = (error: unknown): string => {
  const { name, message } = error as Error;
  return `${name}: ${message}`;
};

export function spread(values: number[]): { p50: number; max: number } {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length / 2)] ?? 0, max: sorted.at(-1) ?? 0 };
}

export const simulator = (name: string) => `${name}@simulator.amazonses.com`;

/** The parts of an SES event that the checks read. */
export type Heard = {
  /** When it arrived here, in epoch ms. */
  at: number;
  eventType: string;
  mail: { messageId: string; destination: string[] };
  bounce?: { bounceType: string; bounceSubType: string };
};

type Ear = {
  /** Waits until `enough` of a message's events have arrived, or `seconds` have passed. */
  hear: (message_id: string, enough: (heard: Heard[]) => boolean, seconds: number) => Promise<Heard[]>;
  close: () => Promise<void>;
};

type Of = { sqs: SQSClient; sns: SNSClient; topic: string; name: string };

/** Subscribes a separate queue to the feedback topic. The deployment's own queue still gets every event. */
async function listen({ now }: Runtime, { sqs, sns, topic, name }: Of): Promise<Ear> {
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
  const asked = { QueueUrl, AttributeNames: ['QueueArn' as const] };
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand(asked));
  const Resource = Attributes?.QueueArn ?? '';
  const allowed = {
    Effect: 'Allow',
    Principal: { Service: 'sns.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource,
    Condition: { ArnEquals: { 'aws:SourceArn': topic } },
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [allowed] });
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes: { Policy } }));
  const { SubscriptionArn } = await sns.send(
    new SubscribeCommand({
      TopicArn: topic,
      Protocol: 'sqs',
      Endpoint: Resource,
      Attributes: { RawMessageDelivery: 'true' },
      ReturnSubscriptionArn: true,
    }),
  );
  const heard: Heard[] = [];

  async function receive(): Promise<void> {
    const options = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1, VisibilityTimeout: 3600 };
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand(options));
    for (const { Body } of Messages) heard.push({ ...JSON.parse(Body ?? '{}'), at: now() });
  }

  return {
    hear: async (message_id, enough, seconds) => {
      const end = now() + seconds * 1000;
      for (;;) {
        const found = heard.filter(({ mail }) => mail?.messageId === message_id);
        if (enough(found) || now() >= end) return found;
        await receive();
      }
    },
    close: async () => {
      await sns.send(new UnsubscribeCommand({ SubscriptionArn }));
      await sqs.send(new DeleteQueueCommand({ QueueUrl }));
    },
  };
}
