import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { EmailMeta } from '../core/records/emails.ts';
import type { Log } from '../domain/context.ts';
import type { EmailChange } from '../domain/ports/counters.ts';
import { emailOf } from '../store/email-items.ts';
import type { Item } from '../store/table.ts';

type Image = Record<string, AttributeValue>;

/** The part of a record of the table's stream that we read. */
type StreamRecord = {
  dynamodb: {
    SequenceNumber: string;
    ApproximateCreationDateTime: number;
    OldImage?: Image;
    NewImage?: Image;
  };
};

/** A batch of one shard. Lambda names the shard only where the event source has a tumbling window. */
type StreamEvent = { Records: StreamRecord[]; shardId: string };

/** Lambda takes an answer without `state` for a failure. */
type WindowAnswer = { state: Record<string, never> };

const emailOfImage = (image: Image): EmailMeta => emailOf(unmarshall(image) as Item, null);

function changeOf({ dynamodb }: StreamRecord): EmailChange[] {
  const { SequenceNumber: sequence, ApproximateCreationDateTime, OldImage, NewImage } = dynamodb;
  if (NewImage?.et?.S !== 'email') return [];
  const before = OldImage === undefined ? null : emailOfImage(OldImage);
  return [
    { sequence, changed_at: ApproximateCreationDateTime * 1000, before, after: emailOfImage(NewImage) },
  ];
}

/**
 * A consumer of the changes of emails in the table's stream, shard by shard. It fails as a whole: Lambda then
 * brings the batch again, in halves, until it succeeds or the stream has forgotten it after 24 hours.
 */
export function emailStreamHandler(
  log: Log,
  run: (shard: string, changes: EmailChange[]) => Promise<number>,
) {
  return async ({ Records, shardId }: StreamEvent): Promise<WindowAnswer> => {
    if (!shardId) throw new Error('the event source names no shard: it needs a tumbling window');
    const written = await run(shardId, Records.flatMap(changeOf));
    log.info('counted', { records: Records.length, written });
    return { state: {} };
  };
}
