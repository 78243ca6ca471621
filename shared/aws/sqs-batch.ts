import type * as z from 'zod';
import { jsonIn } from '../core/json-path.ts';
import type { Log } from '../domain/context.ts';

export type SqsRecord = {
  messageId: string;
  body: string;
  attributes?: { ApproximateReceiveCount?: string };
  messageAttributes?: Record<string, unknown>;
};
export type SqsEvent = { Records: SqsRecord[] };
export type BatchAnswer = { batchItemFailures: { itemIdentifier: string }[] };

/** `receive_count` is how often SQS has delivered this message, including now. */
type Delivery = { receive_count: number };

/** Marks a message returned from its dead-letter queue, because SQS counts its deliveries from 1 again. */
export const returnedAttribute = 'Returned';

export const returned = { [returnedAttribute]: { DataType: 'String', StringValue: 'true' } };

function receiveCount({ attributes, messageAttributes = {} }: SqsRecord): number {
  const counted = Number(attributes?.ApproximateReceiveCount ?? 1);
  return returnedAttribute in messageAttributes ? counted + 1 : counted;
}

/**
 * An error for a message that doesn't match its queue's schema. Names the field and the rule, never the
 * content.
 */
class UnreadableMessage extends Error {
  readonly fields: { path: string; rule: string };

  constructor(path: string, rule: string) {
    super('message_unreadable');
    this.fields = { path, rule };
  }
}

function readMessage<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  const value = jsonIn(body);
  if (value === undefined) throw new UnreadableMessage('', 'json');
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UnreadableMessage(issue?.path.join('.') ?? '', issue?.code ?? 'custom');
}

const named: Record<string, string> = { msg: 'email_id', evt: 'event_id', whd: 'delivery_id', run: 'run_id' };

/** The ids at the top of our own messages, and the email that our tag names in an SES notification. */
function idsIn(body: string): Record<string, string> {
  const tagged = /\bemail_id\\?":\s*\[\s*\\?"(msg_[0-9a-z]{26})\b/.exec(body)?.[1];
  const found = body.matchAll(/"\w+":\s*"((msg|evt|whd|run)_[0-9a-z]{26})"/g);
  const ids = [...found].flatMap(([, id = '', kind = '']) => [[named[kind] ?? '', id]] as const);
  return { ...Object.fromEntries(ids.reverse()), ...(tagged && { email_id: tagged }) };
}

function logFailure(log: Log, { messageId: message_id, body }: SqsRecord, reason: unknown): void {
  if (reason instanceof UnreadableMessage) {
    log.error('message_unreadable', { message_id, ...reason.fields });
    return;
  }
  const { name = 'Error', stack = '' } = (reason ?? {}) as Error;
  const at = stack.split('\n').find((line) => line.trim().startsWith('at '));
  log.error('message_failed', { message_id, ...idsIn(body), error: name, at: at?.trim().slice(0, 160) });
}

/** Like `sqsHandler`, but for untrusted messages. Passes each message as plain text. */
export function sqsTextHandler(log: Log, run: (body: string, delivery: Delivery) => Promise<void>) {
  // Messages in this process since its last `batch` line, to compute the share that failed (P55).
  let taken = 0;
  return async (event: SqsEvent): Promise<BatchAnswer> => {
    const handle = async (record: SqsRecord) => run(record.body, { receive_count: receiveCount(record) });
    const results = await Promise.allSettled(event.Records.map(handle));
    const batchItemFailures = results.flatMap((result, i) => {
      const record = event.Records[i];
      if (result.status === 'fulfilled' || record === undefined) return [];
      logFailure(log, record, result.reason);
      return [{ itemIdentifier: record.messageId }];
    });
    // Each message logs its own outcome, so a batch line is useful only if some messages will be retried
    // (P29).
    const failed = batchItemFailures.length;
    const messages = event.Records.length;
    taken += messages;
    if (failed > 0) {
      const percent = Math.round((100 * failed) / taken);
      log.info('batch', { messages, failed }, { counts: { messages_failed_percent: percent } });
      taken = 0;
    }
    return { batchItemFailures };
  };
}

/**
 * A queue consumer with partial batch responses: messages run independently and in parallel. If a message's
 * handler throws, the message returns after the visibility timeout and, after too many times, goes to the
 * dead-letter queue. So does a message that `schema` rejects, with the reason in the log
 * (`message_unreadable`).
 */
export function sqsHandler<Schema extends z.ZodType>(
  log: Log,
  schema: Schema,
  run: (message: z.output<Schema>, delivery: Delivery) => Promise<void>,
) {
  return sqsTextHandler(log, async (body, delivery) => run(readMessage(schema, body), delivery));
}
