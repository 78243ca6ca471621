import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { promisify } from 'node:util';
import type { CloudOptions } from '../cloud.ts';
import { localFolder } from '../running.ts';
import { startDynamodbLocal } from './server.ts';

const run = promisify(execFile);
const pins = `${import.meta.dirname}/jars.sha256`;
const folder = `${localFolder}/dynamodb-local`;

/** The part that is missing on this machine; null when DynamoDB Local can run here. Maven fetches its files at the first time. */
export async function findObstacle(): Promise<string | null> {
  const version = await run('java', ['-version']).then(
    ({ stderr }) => stderr,
    () => '',
  );
  const [, major = '0'] = /version "(\d+)/.exec(version) ?? [];
  if (Number(major) < 17) return 'Java 17 or later was not found';
  if (existsSync(folder)) return null;
  return fetchFiles().then(
    () => null,
    (error: Error) => `Maven did not fetch it: ${error.message.split('\n', 1)[0]}`,
  );
}

async function fetchFiles(): Promise<void> {
  mkdirSync(localFolder, { recursive: true });
  const draft = `${folder}-${process.pid}`;
  const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${process.cwd()}/${draft}`];
  await run('mvn', ['-q', '-B', '-f', `${import.meta.dirname}/pom.xml`, ...goal], { timeout: 600_000 });
  renameSync(draft, folder);
}

/** For `startCloud`: DynamoDB Local in place of the emulator's table. Throws when a file is not what is pinned. */
export function onDynamodbLocal(): NonNullable<CloudOptions['dynamodb']> {
  const files = verifiedFiles();
  return (_emulator, run) => startDynamodbLocal(files, { run });
}

/** The folder of DynamoDB Local's files. Throws when one of them is not what is pinned. */
function verifiedFiles(): string {
  const files = readdirSync(folder).sort();
  const found = files.map((name) => `${sha256(`${folder}/${name}`)}  ${name}\n`).join('');
  if (found !== readFileSync(pins, 'utf8')) {
    throw new Error(`The files in ${folder} are not those of ${pins}: delete the folder and try again.`);
  }
  return folder;
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
