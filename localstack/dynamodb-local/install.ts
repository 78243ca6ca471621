import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { promisify } from 'node:util';
import type { CloudOptions } from '../cloud.ts';
import type { Dynamodb } from '../dynamodb.ts';
import { eventually, freePorts } from '../net.ts';
import { endChild, hasEnded } from '../processes.ts';
import { localFolder, type OwnRun } from '../running.ts';

const run = promisify(execFile);
const pins = `${import.meta.dirname}/jars.sha256`;
const folder = `${localFolder}/dynamodb-local`;

/** What this machine lacks to run DynamoDB Local, or null. The first time, Maven downloads its files. */
export async function findObstacle(): Promise<string | null> {
  const version = await run('java', ['-version']).then(
    ({ stderr }) => stderr,
    () => '',
  );
  const [, major = '0'] = /version "(\d+)/.exec(version) ?? [];
  if (Number(major) < 17) return 'no Java 17 or later found';
  if (existsSync(folder)) return null;
  return fetchFiles().then(
    () => null,
    (error: Error) => `Maven couldn't download DynamoDB Local: ${error.message.split('\n', 1)[0]}`,
  );
}

async function fetchFiles(): Promise<void> {
  mkdirSync(localFolder, { recursive: true });
  const draft = `${folder}-${process.pid}`;
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${process.cwd()}/${draft}`];
  await run('mvn', ['-q', '-B', '-f', `${import.meta.dirname}/pom.xml`, ...goal], { timeout: 600_000 });
  renameSync(draft, folder);
}

/**
 * For `startCloud`: replaces the emulator's table with DynamoDB Local. Throws if a file doesn't match its pinned
 * hash.
 */
export function onDynamodbLocal(): NonNullable<CloudOptions['dynamodb']> {
  const files = verifiedFiles();
  return (_emulator, run) => startDynamodbLocal(files, { run });
}

function verifiedFiles(): string {
  const files = readdirSync(folder).sort();
  const found = files.map((name) => `${sha256(`${folder}/${name}`)}  ${name}\n`).join('');
  if (found !== readFileSync(pins, 'utf8'))
    throw new Error(`The files in ${folder} do not match ${pins}. Delete the folder and try again.`);
  return folder;
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Starts AWS's DynamoDB Local in memory. It listens on every address of the machine. */
async function startDynamodbLocal(files: string, { run }: { run: OwnRun }): Promise<Dynamodb> {
  const [port = 0] = await freePorts(1);
  const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-port', String(port)];
  const program = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
  const machine = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Djava.library.path=${files}`];
  const java = [...machine, '-cp', `${files}/*`, program];
  const child = spawn('java', [...java, ...options], { stdio: 'ignore' });
  run.addProcess('dynamodb', child.pid);
  const endpoint = `http://localhost:${port}`;
  // Any response will do, even the error for a request without an operation.
  const answers = () =>
    fetch(endpoint).then(
      () => true as const,
      () => (hasEnded(child) ? fail() : undefined),
    );
  const close = () => endChild(child, 0);
  try {
    await eventually(answers, { complaint: 'DynamoDB Local is not responding' });
  } catch (error) {
    await close();
    throw error;
  }
  return { endpoint, ownTables: true, close };
}

function fail(): never {
  throw new Error('DynamoDB Local exited during startup');
}
