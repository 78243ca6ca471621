import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoTable } from '../../shared/aws/table.ts';
import { systemRuntime } from '../../shared/core/runtime.ts';
import { rateStore } from '../../shared/store/rates.ts';
import { environment } from '../support/environment.ts';

const { AWS_REGION = '', TABLE_NAME = '' } = environment();
const runtime = systemRuntime();
const table = dynamoTable(new DynamoDBClient({ region: AWS_REGION }), TABLE_NAME, runtime);
const now = Date.now();
const lane = () => ({ account: runtime.id('acc'), name: 'scheduled', rate: 4 });

test('Q16: turns of one line never fall together, whoever takes them and in how many processes', async () => {
  const bucket = lane();
  const processes = Array.from({ length: 4 }, () => rateStore(table, runtime));
  const wants = Array.from({ length: 40 }, (_, i) => 1 + (i % 3));
  const turns = await Promise.all(
    wants.map(async (want, i) => {
      const from = await processes[i % 4]?.reserve(bucket, { want, now });
      return { from: from ?? Number.NaN, want };
    }),
  );
  turns.sort((a, b) => a.from - b.from);
  let free = now;
  for (const { from, want } of turns) {
    expect(from).toBeCloseTo(free, 3);
    free = from + want * 250;
  }
  expect(await processes[0]?.readTat(bucket)).toBeCloseTo(free, 3);
});

test('a line that is over begins again at now; what one process takes at once is one write', async () => {
  const bucket = lane();
  let writes = 0;
  const counted = rateStore(
    {
      ...table,
      update: (...input) => {
        writes++;
        return table.update(...input);
      },
    },
    runtime,
  );
  const ten = Array.from({ length: 10 }, () => counted.reserve(bucket, { want: 1, now }));
  expect(await Promise.all(ten)).toEqual(Array.from({ length: 10 }, (_, i) => now + i * 250));
  expect(writes).toBe(1);
  expect(await counted.reserve(bucket, { want: 1, now: now + 60_000 })).toBe(now + 60_000);
  expect(await counted.readTat(lane())).toBeNull();
});
