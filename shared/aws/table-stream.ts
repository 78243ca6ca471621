import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { EmailMeta } from '../core/records/emails.ts';
import type { Run } from '../core/records/runs.ts';
import type { Log } from '../domain/context.ts';
import type { EmailChange, RunChange, RunPlace } from '../domain/ports/counters.ts';
import { emailOf } from '../store/email-items.ts';
import { endedIn } from '../store/run-items.ts';
import { type Item, recordOf } from '../store/table.ts';

type Attributes = Record<string, AttributeValue>;

type StreamRecord = {
  dynamodb: {
    SequenceNumber: string;
    ApproximateCreationDateTime: number;
    OldImage?: Attributes;
    NewImage?: Attributes;
  };
};

/** A batch from one shard. Lambda names the shard only if the event source has a tumbling window. */
type StreamEvent = { Records: StreamRecord[]; shardId: string };

/** Lambda treats a result without `state` as a failure. */
type WindowAnswer = { state: Record<string, never> };

const itemOf = (image: Attributes) => unmarshall(image) as Item;
const emailIn = (image: Attributes): EmailMeta => emailOf(itemOf(image), null);

function emailChange({ dynamodb }: StreamRecord): EmailChange[] {
  const { SequenceNumber: sequence, ApproximateCreationDateTime, OldImage, NewImage } = dynamodb;
  if (NewImage?.et?.S !== 'email') return [];
  const before = OldImage === undefined ? null : emailIn(OldImage);
  return [{ sequence, changed_at: ApproximateCreationDateTime * 1000, before, after: emailIn(NewImage) }];
}

function runChange({ dynamodb }: StreamRecord): RunChange[] {
  const { SequenceNumber: sequence, OldImage, NewImage } = dynamodb;
  if (NewImage?.et?.S !== 'run') return [];
  const place = (image: Attributes): RunPlace => {
    const item = itemOf(image);
    const { status, step_index: step } = recordOf<Run>(item);
    return { status, step, ended: endedIn(item) };
  };
  const { automation_id, version } = recordOf<Run>(itemOf(NewImage));
  const before = OldImage === undefined ? null : place(OldImage);
  return [{ sequence, automation_id, version, before, after: place(NewImage) }];
}

type Changes = { emails: EmailChange[]; runs: RunChange[] };

/**
 * Consumes changes of emails and runs from the table's stream, shard by shard. A batch fails as a whole.
 * Lambda then retries it in halves, until it succeeds or the stream drops it after 24 hours.
 */
export function tableStreamHandler(log: Log, run: (shard: string, changes: Changes) => Promise<number>) {
  return async ({ Records, shardId }: StreamEvent): Promise<WindowAnswer> => {
    if (!shardId) throw new Error('the event source has no shard id: it needs a tumbling window');
    const changes = { emails: Records.flatMap(emailChange), runs: Records.flatMap(runChange) };
    const written = await run(shardId, changes);
    log.info('counted', { records: Records.length, written });
    return { state: {} };
  };
}
