import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { noteDeployment, notedContext } from '../../infra/deploy/note-deployment.ts';
import { knownParts } from '../../infra/destroy/known.ts';

const region = 'eu-west-1';
const stage = 'prod';
const gone = { Core: null, Smtp: null };
const here = '111122223333';
const elsewhere = '444455556666';
const context = { stage, alarmEmail: 'ops@example.com' };

const outputsOf = (account: string) => ({
  TableName: 'mailwright-prod-Table',
  DeliverQueueArn: `arn:aws:sqs:${region}:${account}:deliver`,
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/noted-`);
  noteDeployment(folder, {
    stage,
    stack: 'Core',
    region,
    profile: undefined,
    context,
    outputs: outputsOf(here),
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

// It said that the stage is deleted, deleted nothing, and forgot where the deployment of the other account is.
test('destroy finds no stage in an account where none is, whatever another account has [P47]', () => {
  expect(knownParts(folder, { stage, region, account: elsewhere, stacks: gone })).toBeNull();
  expect(knownParts(folder, { stage, region, account: here, stacks: gone })).toMatchObject({
    TABLE_NAME: 'mailwright-prod-Table',
  });
});

test('the context of a stage in another account is not that of the last deploy [P46]', () => {
  expect(notedContext(folder, stage, { region, account: elsewhere })).toBeNull();
  expect(notedContext(folder, stage, { region, account: here })).toEqual(context);
});
