import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { noteDeployment, notedContext } from '../../infra/deploy/note-deployment.ts';
import { knownParts, noteParts } from '../../infra/destroy/known.ts';

const outputs = { TableName: 'mailwright-prod-Table', BodyBucket: 'bodies', SchedulerGroup: 'group' };
const deployed = { Core: { status: 'UPDATE_COMPLETE', outputs }, Smtp: null };
const gone = { Core: null, Smtp: null };
const parts = { TABLE_NAME: 'mailwright-prod-Table', BODY_BUCKET: 'bodies', SCHEDULER_GROUP: 'group' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/destroy-`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const region = 'eu-west-1';
const account = '111122223333';

test('a destroy that ended after the stack was gone finds the data again, on whatever machine it was begun [P47]', () => {
  expect(knownParts(folder, { stage: 'prod', region, account, stacks: gone })).toBeNull();
  expect(knownParts(folder, { stage: 'prod', region, account, stacks: deployed })).toEqual(parts);
  noteParts(folder, { stage: 'prod', region, account, stacks: deployed });
  expect(knownParts(folder, { stage: 'prod', region, account, stacks: gone })).toMatchObject(parts);
  expect(knownParts(folder, { stage: 'test', region, account, stacks: gone })).toBeNull();
  expect(knownParts(folder, { stage: 'prod', region: 'eu-north-1', account, stacks: gone })).toBeNull();
});

test('what the last deploy was given stays noted, else what the stacks say of it [P46]', () => {
  const stage = 'prod';
  noteParts(folder, { stage, region, account, stacks: deployed });
  expect(notedContext(folder, stage, { region, account })).toEqual({ kms: 'aws-owned', smtp: 'false' });
  const context = { stage, alarmEmail: 'ops@example.com' };
  noteDeployment(folder, { stage, stack: 'Core', region, outputs, profile: undefined, context });
  noteParts(folder, { stage, region, account, stacks: deployed });
  expect(notedContext(folder, stage, { region, account })).toEqual(context);
});
