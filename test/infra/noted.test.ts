import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { noteDeployment, notedContext } from '../../infra/deploy/note-deployment.ts';
import { knownParts, noteParts } from '../../infra/destroy/known.ts';

const stage = 'prod';
const region = 'eu-west-1';
const account = '111122223333';
const here = { region, account };
const context = { stage, alarmEmail: 'ops@example.com' };
const outputs = {
  TableName: 'mailwright-prod-Table',
  DeliverQueueArn: `arn:aws:sqs:${region}:${account}:deliver`,
  Inbound: 'smtp',
};
const parts = { TABLE_NAME: outputs.TableName, DELIVER_QUEUE_ARN: outputs.DeliverQueueArn, INBOUND: 'smtp' };
const deployed = { Core: { status: 'UPDATE_COMPLETE', outputs }, Smtp: null };
const gone = { Core: null, Smtp: null };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/noted-`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const note = (stack: 'Core' | 'Smtp', given: Record<string, string>, profile?: string) =>
  noteDeployment(folder, { stage, region, profile, context, stack, outputs: given });

test('each stack’s outputs are noted when it succeeds, with region and profile [P3, P4]', () => {
  note('Core', outputs, 'mail');
  const both = note('Smtp', { SmtpHost: 'smtp.example' }, 'mail');
  expect(both).toEqual({
    ...parts,
    SMTP_HOST: 'smtp.example',
    AWS_REGION: region,
    AWS_PROFILE: 'mail',
    DEPLOY_CONTEXT: JSON.stringify(context),
  });
  expect(JSON.parse(readFileSync(`${folder}/deployed-prod.json`, 'utf8'))).toEqual(both);
  // The same stage in another region is a different deployment, so it starts without these parts.
  const place = { stage, stack: 'Smtp', region: 'eu-north-1', profile: undefined, context } as const;
  expect(noteDeployment(folder, { ...place, outputs: {} })).not.toHaveProperty('SMTP_HOST');
});

// Otherwise, the doctor would look for a relay that the last deploy removed, and report a broken deployment.
test('a value that returns to its default is no longer noted [P3]', () => {
  note('Core', { ...outputs, SmtpHost: 'smtp.example.com' });
  expect(note('Core', { TableName: 'mailwright-prod-Table' })).toEqual({
    TABLE_NAME: 'mailwright-prod-Table',
    AWS_REGION: region,
    DEPLOY_CONTEXT: JSON.stringify(context),
  });
});

test('the noted context is from this stage’s last deploy in this region and account [P46]', () => {
  note('Core', outputs);
  expect(notedContext(folder, stage, here)).toEqual(context);
  expect(notedContext(folder, 'test', here)).toBeNull();
  expect(notedContext(folder, stage, { ...here, region: 'eu-north-1' })).toBeNull();
  expect(notedContext(folder, stage, { ...here, account: '444455556666' })).toBeNull();
});

const known = (change: Partial<Parameters<typeof knownParts>[1]> = {}) =>
  knownParts(folder, { stage, ...here, stacks: gone, ...change });

// With another account's credentials, destroy once reported success, deleted nothing, and forgot the deployment.
test('a destroy that stopped after deleting the stack finds its own data again, and no other deployment’s [P47]', () => {
  expect(known()).toBeNull();
  expect(known({ stacks: deployed })).toEqual(parts);
  noteParts(folder, { stage, ...here, stacks: deployed });
  expect(known()).toMatchObject(parts);
  for (const other of [{ stage: 'test' }, { region: 'eu-north-1' }, { account: '444455556666' }])
    expect(known(other)).toBeNull();
});

test('the noted context is what the last deploy was given, or else what the stacks say [P46]', () => {
  noteParts(folder, { stage, ...here, stacks: deployed });
  const said = { kms: 'aws-owned', smtp: 'false', inbound: 'smtp' };
  expect(notedContext(folder, stage, here)).toEqual(said);
  note('Core', outputs);
  noteParts(folder, { stage, ...here, stacks: deployed });
  expect(notedContext(folder, stage, here)).toEqual(context);
});
