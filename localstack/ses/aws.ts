import { PublishBatchCommand, SNSClient } from '@aws-sdk/client-sns';
import { clientOf } from '../aws-api.ts';
import type { Publish } from './publisher.ts';

type Cloud = { awsEndpoint: string; region: string };

/** The most events in one PublishBatch. */
const batchSize = 10;

/**
 * The first event goes out immediately, and later ones within this time share a call. Under load, one call has ten
 * events, and so has one batch of the feedback function.
 */
const gap_ms = 100;

type Waiting = { json: string; done: () => void; failed: (error: Error) => void };

/** Publishes to SNS in the local cloud, in batches under load. */
export function snsPublish({ awsEndpoint, region }: Cloud): Publish {
  const sns = new SNSClient({ ...clientOf({ endpoint: awsEndpoint, region }), maxAttempts: 1 });
  const topics = new Map<string, Waiting[]>();

  async function send(topicArn: string, batch: Waiting[]): Promise<void> {
    const entries = batch.map(({ json }, index) => ({ Id: `${index}`, Message: json }));
    try {
      const answer = await sns.send(
        new PublishBatchCommand({ TopicArn: topicArn, PublishBatchRequestEntries: entries }),
      );
      const failed = new Set(answer.Failed?.map(({ Id }) => Id));
      batch.forEach(({ done, failed: fail }, index) => {
        if (failed.has(`${index}`)) fail(new Error(`SNS did not accept the event for ${topicArn}`));
        else done();
      });
    } catch (error) {
      for (const { failed } of batch) failed(error as Error);
    }
  }

  /** Sends what is waiting, and checks again after the gap. Forgets a topic without new events. */
  function flush(topicArn: string): void {
    const waiting = topics.get(topicArn) ?? [];
    if (waiting.length === 0) return void topics.delete(topicArn);
    while (waiting.length > 0) void send(topicArn, waiting.splice(0, batchSize));
    setTimeout(flush, gap_ms, topicArn).unref();
  }

  return (topicArn, json) =>
    new Promise((done, failed) => {
      const waiting = topics.get(topicArn);
      const event = { json, done: () => done(undefined), failed };
      if (waiting === undefined) {
        topics.set(topicArn, [event]);
        setImmediate(flush, topicArn);
      } else if (waiting.push(event) >= batchSize) void send(topicArn, waiting.splice(0, batchSize));
    });
}
