import {
  GetConfigurationSetCommand,
  GetConfigurationSetEventDestinationsCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { PublishBatchCommand, SNSClient } from '@aws-sdk/client-sns';
import type { ConfigurationSet } from './configuration-sets.ts';
import type { Publish } from './publisher.ts';

type Cloud = { awsEndpoint: string; region: string };

// The local cloud knows one account, which every caller with these keys belongs to.
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
const batchSize = 10;

type Waiting = { json: string; done: () => void; failed: (error: Error) => void };

/** Publishes to SNS in the local cloud; what is asked for in the same turn of the loop shares a call. */
export function snsPublish({ awsEndpoint, region }: Cloud): Publish {
  const sns = new SNSClient({ endpoint: awsEndpoint, region, credentials, maxAttempts: 1 });
  const topics = new Map<string, Waiting[]>();

  async function flush(topicArn: string, batch: Waiting[]): Promise<void> {
    const entries = batch.map(({ json }, index) => ({ Id: `${index}`, Message: json }));
    try {
      const answer = await sns.send(
        new PublishBatchCommand({ TopicArn: topicArn, PublishBatchRequestEntries: entries }),
      );
      const failed = new Set(answer.Failed?.map(({ Id }) => Id));
      batch.forEach(({ done, failed: fail }, index) => {
        if (failed.has(`${index}`)) fail(new Error(`SNS did not take the event for ${topicArn}`));
        else done();
      });
    } catch (error) {
      for (const { failed } of batch) failed(error as Error);
    }
  }

  function flushAll(topicArn: string): void {
    const waiting = topics.get(topicArn) ?? [];
    topics.delete(topicArn);
    while (waiting.length > 0) void flush(topicArn, waiting.splice(0, batchSize));
  }

  return (topicArn, json) =>
    new Promise((resolve, reject) => {
      const waiting = topics.get(topicArn) ?? [];
      if (waiting.length === 0) setImmediate(flushAll, topicArn);
      waiting.push({ json, done: () => resolve(undefined), failed: reject });
      topics.set(topicArn, waiting);
    });
}

/**
 * Reads configuration sets that CloudFormation made in the local cloud; the cloud keeps their event
 * destinations too, although it never publishes to them.
 */
export function cloudConfigurationSets({ awsEndpoint, region }: Cloud) {
  const ses = new SESv2Client({ endpoint: awsEndpoint, region, credentials, maxAttempts: 2 });

  return async (name: string): Promise<ConfigurationSet | undefined> => {
    const input = { ConfigurationSetName: name };
    try {
      const [set, events] = await Promise.all([
        ses.send(new GetConfigurationSetCommand(input)),
        ses.send(new GetConfigurationSetEventDestinationsCommand(input)),
      ]);
      const { $metadata, ...options } = set;
      return { ...options, ...input, EventDestinations: events.EventDestinations ?? [] } as ConfigurationSet;
    } catch (error) {
      if (error instanceof NotFoundException) return undefined;
      throw error;
    }
  };
}
