// A process of its own per function: imports the bundle that Lambda loads and hands it the events of a file.
//   node test/bench/invoke.ts <bundle url> <events file> <events that only warm>
import { readFileSync } from 'node:fs';

type Handler = (
  event: unknown,
  context: unknown,
) => Promise<{ statusCode?: number; batchItemFailures?: unknown[] }>;

const [bundle = '', file = '', warming = '0'] = process.argv.slice(2);
const events: unknown[] = JSON.parse(readFileSync(file, 'utf8'));
const { handler } = (await import(bundle)) as { handler: Handler };

let failed = 0;
let began = process.cpuUsage();
for (const [position, event] of events.entries()) {
  if (position === Number(warming)) began = process.cpuUsage();
  const answer = await handler(event, { awsRequestId: `bench-${position}` });
  if ((answer?.statusCode ?? 200) !== 200 || answer?.batchItemFailures?.length) failed++;
}
const { user, system } = process.cpuUsage(began);
const each = (microseconds: number) => microseconds / 1000 / (events.length - Number(warming));
process.stderr.write(JSON.stringify({ cpu_ms: each(user + system), user_ms: each(user), failed }));
process.exit(0);
