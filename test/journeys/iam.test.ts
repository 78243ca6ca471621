import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type Cloud, startCloud } from '../../localstack/cloud.ts';
import { createSteps } from '../../localstack/steps.ts';

let folder: string;
let cloud: Cloud | undefined;

beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/mailwright-iam-`);
}, 10_000);

afterAll(async () => {
  await cloud?.close();
  await rm(folder, { recursive: true, force: true });
}, 30_000);

test('with the rights of the template enforced, an email is accepted, sent and delivered', async () => {
  const lines: string[] = [];
  const steps = createSteps((line) => lines.push(line));
  cloud = await startCloud({ folder, steps, webhookTargets: 'any', enforceIam: true });
  expect(await answerToStranger(cloud.stack.aws_endpoint_url)).toContain('UnrecognizedClientException');
  // The start itself sends an email and waits until feedback has made it delivered.
  expect(lines.join('\n')).toMatch(/✓ first email delivered/);
}, 120_000);

/** What the cloud answers to keys that it has never given out: proof that it enforces anything. */
async function answerToStranger(endpoint: string): Promise<string> {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const credential = `AKIASTRANGER00000000/${day}/us-east-1/dynamodb/aws4_request`;
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: {
      authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`,
      'x-amz-date': `${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.ListTables',
    },
    body: '{}',
  });
  return answer.text();
}
