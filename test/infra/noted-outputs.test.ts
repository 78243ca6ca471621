import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { noteDeployment } from '../../infra/deploy/note-deployment.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/noted-`);
});
afterEach(() => rmSync(folder, { recursive: true }));

const place = { stage: 'prod', region: 'eu-west-1', profile: undefined, context: { stage: 'prod' } };
const core = {
  TableName: 'mailwright-prod-Table',
  Inbound: 'smtp',
  SmtpHost: 'smtp.example.com',
  AccountRamp: 'true',
};

// The doctor looked for a relay that the deploy before it had removed, and said that the deployment is broken.
test('a value that goes back to its default is noted no longer [P3]', () => {
  noteDeployment(folder, { ...place, stack: 'Core', outputs: core });
  const smtp = { SmtpHost: 'smtp.example.com', SmtpBalancer: 'balancer.example' };
  expect(noteDeployment(folder, { ...place, stack: 'Smtp', outputs: smtp })).toMatchObject({
    TABLE_NAME: 'mailwright-prod-Table',
    SMTP_BALANCER: 'balancer.example',
  });
  const without = { TableName: 'mailwright-prod-Table', Inbound: 'off' };
  expect(noteDeployment(folder, { ...place, stack: 'Core', outputs: without })).toEqual({
    TABLE_NAME: 'mailwright-prod-Table',
    INBOUND: 'off',
    AWS_REGION: 'eu-west-1',
    DEPLOY_CONTEXT: '{"stage":"prod"}',
  });
});
