import { PutSuppressedDestinationCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { useLocalCloud } from '../../localstack/environment.ts';
import { environment } from '../support/environment.ts';
import { handedToSes, newCustomer, operate, send, stack, withStatus } from './world.ts';

const switches = [
  'SES configuration set local-opportunistic',
  'SES configuration set local-enforced',
  'queue deliver',
  'queue bulk',
  'sweep rule',
];

afterAll(() => operate('resume-sending'));

test('stop-sending holds every email, and resume-sending sends each once [P57]', async () => {
  const { call, domain } = await newCustomer();
  const mail = { from: `shop@${domain}`, to: `ada@${domain}`, subject: 'Your code', text: '1' };
  await withStatus(call, await send(call, mail), 'delivered');
  expect(await operate('stop-sending')).toEqual({ sending: false, switched: switches });
  const waiting = [await send(call, mail), await send(call, { ...mail, subject: 'Another' })];
  // A second stop changes nothing.
  expect(await operate('stop-sending')).toEqual({ sending: false, switched: switches });
  const { body } = await call('GET', `/emails/${waiting[0]}`);
  expect(body.email).toMatchObject({ status: 'queued' });
  expect(await handedToSes({ to: `ada@${domain}` })).toHaveLength(1);

  expect(await operate('resume-sending')).toEqual({ sending: true, switched: switches });
  for (const id of waiting) await withStatus(call, id, 'delivered', 60_000);
  expect(await handedToSes({ to: `ada@${domain}` })).toHaveLength(3);
});

test('import-ses-suppressions takes over the list of SES, once', async () => {
  useLocalCloud(environment());
  const ses = new SESv2Client({ region: stack.region });
  const listed = { 'gone@example.com': 'BOUNCE', 'angry@example.com': 'COMPLAINT' } as const;
  for (const [EmailAddress, Reason] of Object.entries(listed))
    await ses.send(new PutSuppressedDestinationCommand({ EmailAddress, Reason }));
  const { call, account_id } = await newCustomer();
  const run = () => operate('import-ses-suppressions', '--account', account_id);
  expect(await run()).toEqual({ listed: 2, added: 2, skipped: 0, failed: 0 });
  expect(await run()).toEqual({ listed: 2, added: 0, skipped: 2, failed: 0 });
  const { body } = await call('GET', '/suppressions');
  const reasons = (body.suppressions as { email: string; reason: string }[]).map(({ email, reason }) => [
    email,
    reason,
  ]);
  expect(Object.fromEntries(reasons)).toEqual({
    'gone@example.com': 'bounce',
    'angry@example.com': 'complaint',
  });
  await expect(
    operate('import-ses-suppressions', '--account', 'acc_00000000000000000000000000'),
  ).rejects.toMatchObject({
    code: 'not_found',
  });
});
