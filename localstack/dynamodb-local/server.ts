import { spawn } from 'node:child_process';
import type { Dynamodb } from '../dynamodb.ts';
import { eventually, freePorts } from '../net.ts';
import { endChild, hasEnded } from '../processes.ts';
import type { OwnRun } from '../running.ts';

/** Starts AWS's DynamoDB Local from its files, in memory. It listens on every address of the machine. */
export async function startDynamodbLocal(files: string, { run }: { run: OwnRun }): Promise<Dynamodb> {
  const [port = 0] = await freePorts(1);
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
  const program = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const java = [
    '-Xmx512m',
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    `-Djava.library.path=${files}`,
    '-cp',
    `${files}/*`,
    program,
  ];
  const child = spawn('java', [...java, ...options], { stdio: 'ignore' });
  run.addProcess('dynamodb', child.pid);
  const endpoint = `http://localhost:${port}`;
  // Any answer will do: a request without an operation is refused.
  const answers = () =>
    fetch(endpoint).then(
      () => true as const,
      () => (hasEnded(child) ? fail() : undefined),
    );
  const close = () => endChild(child, 0);
  try {
    await eventually(answers, { seconds: 60, complaint: 'DynamoDB Local does not answer' });
  } catch (error) {
    await close();
    throw error;
  }
  return { endpoint, ownTables: true, close };
}

function fail(): never {
  throw new Error('DynamoDB Local ended at its start');
}
