import { type SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Runtime } from '../../shared/core/runtime.ts';

/** An event of SES, as far as the checks look at it. */
export type Heard = {
  /** The time of its arrival here, epoch ms. */
  at: number;
  eventType: string;
  mail: { messageId: string; destination: string[] };
  bounce?: { bounceType: string; bounceSubType: string };
};

export type Ear = {
  /** The events of a message once `enough` of them came, or those that came within `seconds`. */
  hear: (message_id: string, enough: (heard: Heard[]) => boolean, seconds: number) => Promise<Heard[]>;
  close: () => Promise<void>;
};

type Of = { sqs: SQSClient; sns: SNSClient; topic: string; name: string };

/** A queue of its own on the feedback topic: the deployment's own queue gets the same events as always. */
export async function listen({ now }: Runtime, { sqs, sns, topic, name }: Of): Promise<Ear> {
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
