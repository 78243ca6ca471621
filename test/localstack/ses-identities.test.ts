import {
  CreateConfigurationSetCommand,
  CreateConfigurationSetEventDestinationCommand,
  CreateEmailIdentityCommand,
  DeleteConfigurationSetCommand,
  DeleteConfigurationSetEventDestinationCommand,
  DeleteEmailIdentityCommand,
  DeleteSuppressedDestinationCommand,
  GetConfigurationSetCommand,
  GetConfigurationSetEventDestinationsCommand,
  GetEmailIdentityCommand,
  ListEmailIdentitiesCommand,
  ListSuppressedDestinationsCommand,
  PutConfigurationSetSuppressionOptionsCommand,
  PutEmailIdentityDkimAttributesCommand,
  PutEmailIdentityDkimSigningAttributesCommand,
  PutEmailIdentityMailFromAttributesCommand,
  PutSuppressedDestinationCommand,
  SendEmailCommand,
  UpdateConfigurationSetEventDestinationCommand,
} from '@aws-sdk/client-sesv2';
import { until } from '../support/until.ts';
import {
  dkimRecord,
  mail,
  record,
  signingKey,
  signingKeyPkcs8,
  startWorld,
  topic,
  type World,
} from './world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.close());

const name = 'new.example.com';
const key = { DomainSigningSelector: 'svc-a', DomainSigningPrivateKey: signingKey };
const create = () =>
  world.v2.send(
    new CreateEmailIdentityCommand({
      EmailIdentity: name,
      DkimSigningAttributes: key,
      Tags: [{ Key: 'mailwright-stage', Value: 'test' }],
    }),
  );
const get = () => world.v2.send(new GetEmailIdentityCommand({ EmailIdentity: name }));
const send = async () => {
  const raw = mail({ From: `ann@${name}` });
  const { MessageId } = await world.v2.send(new SendEmailCommand({ Content: { Raw: { Data: raw } } }));
  return world.source(MessageId ?? '');
};
/** DNS answers are kept for a moment. */
const becomes = (status: string) =>
  until(async () => (await get()).DkimAttributes?.Status === status, { within_ms: 3_000, what: status });

test('a domain waits for its DKIM record and sends, signed, once the record holds the public key (A14)', async () => {
  expect(await create()).toMatchObject({ IdentityType: 'DOMAIN', VerifiedForSendingStatus: false });
  expect(await get()).toMatchObject({
    VerifiedForSendingStatus: false,
    VerificationStatus: 'PENDING',
    DkimAttributes: { Status: 'PENDING', Tokens: ['svc-a'], SigningAttributesOrigin: 'EXTERNAL' },
    Tags: [{ Key: 'mailwright-stage', Value: 'test' }],
  });
  await expect(send()).rejects.toMatchObject({ name: 'MessageRejected' });
  world.records.push(record(`svc-a._domainkey.${name}`, 'TXT', dkimRecord.replace(/.{20}$/, 'A'.repeat(20))));
  await expect(send()).rejects.toMatchObject({ name: 'MessageRejected' });
  world.records.splice(0, 1, record(`svc-a._domainkey.${name}`, 'TXT', dkimRecord));
  await becomes('SUCCESS');
  expect(await get()).toMatchObject({ VerifiedForSendingStatus: true, VerificationStatus: 'SUCCESS' });
  expect(await send()).toContain(`d=${name};`);
});

test('while verification is held, right records change nothing', async () => {
  await world.control({ hold_verification: { [name]: true } });
  world.records.push(record(`svc-a._domainkey.${name}`, 'TXT', dkimRecord));
  await create();
  expect((await get()).DkimAttributes?.Status).toBe('PENDING');
  await world.control({ hold_verification: { [name]: false } });
  expect((await get()).DkimAttributes?.Status).toBe('SUCCESS');
});

test('another selector makes the domain pending and unsigned until its record is there', async () => {
  world.records.push(record(`svc-a._domainkey.${name}`, 'TXT', dkimRecord));
  await create();
  expect(await send()).toContain('s=svc-a;');
  const SigningAttributes = { DomainSigningSelector: 'svc-b', DomainSigningPrivateKey: signingKeyPkcs8 };
  const input = { EmailIdentity: name, SigningAttributesOrigin: 'EXTERNAL' as const, SigningAttributes };
  const changed = await world.v2.send(new PutEmailIdentityDkimSigningAttributesCommand(input));
  expect(changed).toMatchObject({ DkimStatus: 'PENDING', DkimTokens: ['svc-b'] });
  expect(await send()).not.toContain('DKIM-Signature');
  world.records.push(record(`svc-b._domainkey.${name}`, 'TXT', dkimRecord));
  await becomes('SUCCESS');
  expect(await send()).toContain('s=svc-b;');
});

test('a record that goes away is a temporary failure that still sends; signing can be switched off', async () => {
  world.records.push(record(`svc-a._domainkey.${name}`, 'TXT', dkimRecord));
  await create();
  await becomes('SUCCESS');
  world.records.splice(0);
  await becomes('TEMPORARY_FAILURE');
  expect(await send()).toContain('s=svc-a;');
  const off = { EmailIdentity: name, SigningEnabled: false };
  await world.v2.send(new PutEmailIdentityDkimAttributesCommand(off));
  expect(await send()).not.toContain('DKIM-Signature');
});

test('MAIL FROM is right through the CNAME of A1, and then is the return path', async () => {
  world.records.push(record(`svc-a._domainkey.${name}`, 'TXT', dkimRecord));
  await create();
  const MailFromDomain = `rp.${name}`;
  const input = { EmailIdentity: name, MailFromDomain, BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' as const };
  await world.v2.send(new PutEmailIdentityMailFromAttributesCommand(input));
  expect((await get()).MailFromAttributes).toMatchObject({ MailFromDomain, MailFromDomainStatus: 'PENDING' });
  await send();
  world.records.push(record(`rp.${name}`, 'CNAME', 'rp.mail.example.com.'));
  world.records.push(record('rp.mail.example.com', 'MX', '10 feedback-smtp.us-east-1.amazonses.com.'));
  await until(async () => (await get()).MailFromAttributes?.MailFromDomainStatus === 'SUCCESS', {
    within_ms: 3_000,
  });
  // As if SES did not follow the CNAME (A69).
  await world.control({ unfollowed: { [`rp.${name}`]: true } });
  expect((await get()).MailFromAttributes).toMatchObject({ MailFromDomainStatus: 'TEMPORARY_FAILURE' });
  await world.control({ unfollowed: { [`rp.${name}`]: false } });
  expect((await get()).MailFromAttributes).toMatchObject({ MailFromDomainStatus: 'SUCCESS' });
  await send();
  const paths = (await world.messages()).map((one: { return_path: string }) => one.return_path.split('@')[1]);
  expect(paths).toEqual(['amazonses.com', `rp.${name}`]);
});

const hour = 3_600_000;

test('after 72 hours without its records a domain has FAILED, and is looked for again when its settings are put again', async () => {
  await create();
  const MailFromDomain = `rp.${name}`;
  const mailFrom = { EmailIdentity: name, MailFromDomain };
  await world.v2.send(new PutEmailIdentityMailFromAttributesCommand(mailFrom));
  await world.control({ ahead_ms: { [name]: 71 * hour } });
  const pending = {
    DkimAttributes: { Status: 'PENDING' },
    MailFromAttributes: { MailFromDomainStatus: 'PENDING' },
  };
  expect(await get()).toMatchObject(pending);
  await world.control({ ahead_ms: { [name]: 73 * hour } });
  const failed = {
    VerificationStatus: 'FAILED',
    VerifiedForSendingStatus: false,
    DkimAttributes: { Status: 'FAILED' },
    MailFromAttributes: { MailFromDomainStatus: 'FAILED' },
  };
  expect(await get()).toMatchObject(failed);
  world.records.push(record(`svc-a._domainkey.${name}`, 'TXT', dkimRecord));
  world.records.push(record(`rp.${name}`, 'MX', '10 feedback-smtp.us-east-1.amazonses.com.'));
  expect(await get()).toMatchObject(failed);
  const again = { EmailIdentity: name, SigningAttributesOrigin: 'EXTERNAL' as const, SigningAttributes: key };
  expect(await world.v2.send(new PutEmailIdentityDkimSigningAttributesCommand(again))).toMatchObject({
    DkimStatus: 'PENDING',
  });
  await becomes('SUCCESS');
  expect(await get()).toMatchObject({ VerifiedForSendingStatus: true, VerificationStatus: 'SUCCESS' });
  expect((await get()).MailFromAttributes).toMatchObject({ MailFromDomainStatus: 'FAILED' });
  await world.v2.send(new PutEmailIdentityMailFromAttributesCommand(mailFrom));
  await until(async () => (await get()).MailFromAttributes?.MailFromDomainStatus === 'SUCCESS', {
    within_ms: 3_000,
  });
});

test('a key that is gone for 72 hours has FAILED, and no longer sends', async () => {
  world.records.push(record(`svc-a._domainkey.${name}`, 'TXT', dkimRecord));
  await create();
  await becomes('SUCCESS');
  world.records.splice(0);
  await becomes('TEMPORARY_FAILURE');
  await world.control({ ahead_ms: { [name]: 73 * hour } });
  expect(await get()).toMatchObject({
    VerifiedForSendingStatus: false,
    DkimAttributes: { Status: 'FAILED' },
  });
  await expect(send()).rejects.toMatchObject({ name: 'MessageRejected' });
});

test('identities: twice is AlreadyExists, a bad key is refused, deleted is NotFound, all are listed', async () => {
  await create();
  await expect(create()).rejects.toMatchObject({ name: 'AlreadyExistsException' });
  const bad = { DomainSigningSelector: 's', DomainSigningPrivateKey: 'bm8ga2V5' };
  const other = { EmailIdentity: 'bad.example.com', DkimSigningAttributes: bad };
  await expect(world.v2.send(new CreateEmailIdentityCommand(other))).rejects.toMatchObject({
    name: 'BadRequestException',
  });
  const { EmailIdentities } = await world.v2.send(new ListEmailIdentitiesCommand({}));
  expect(EmailIdentities).toMatchObject([{ IdentityName: name, SendingEnabled: false }]);
  await world.v2.send(new DeleteEmailIdentityCommand({ EmailIdentity: name }));
  await expect(get()).rejects.toMatchObject({ name: 'NotFoundException' });
});

test('configuration sets of the stand-in and of the cloud, with their event destinations', async () => {
  const ConfigurationSetName = 'own';
  const destinations = async (set: string) =>
    (await world.v2.send(new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName: set })))
      .EventDestinations;
  await world.v2.send(new CreateConfigurationSetCommand({ ConfigurationSetName }));
  await expect(
    world.v2.send(new CreateConfigurationSetCommand({ ConfigurationSetName })),
  ).rejects.toMatchObject({
    name: 'AlreadyExistsException',
  });
  const EventDestinationName = 'feedback';
  const EventDestination = {
    Enabled: true,
    MatchingEventTypes: ['SEND' as const],
    SnsDestination: { TopicArn: topic },
  };
  const destination = { ConfigurationSetName, EventDestinationName, EventDestination };
  await world.v2.send(new CreateConfigurationSetEventDestinationCommand(destination));
  expect(await destinations('own')).toEqual([{ Name: 'feedback', ...EventDestination }]);
  const changed = { ...destination, EventDestination: { ...EventDestination, Enabled: false } };
  await world.v2.send(new UpdateConfigurationSetEventDestinationCommand(changed));
  expect(await destinations('own')).toMatchObject([{ Enabled: false }]);
  const gone = { ConfigurationSetName, EventDestinationName };
  await world.v2.send(new DeleteConfigurationSetEventDestinationCommand(gone));
  expect(await destinations('own')).toEqual([]);
  expect(await destinations('test-opportunistic')).toMatchObject([{ SnsDestination: { TopicArn: topic } }]);
  const reasons = { ConfigurationSetName: 'test-opportunistic', SuppressedReasons: ['BOUNCE' as const] };
  await world.v2.send(new PutConfigurationSetSuppressionOptionsCommand(reasons));
  const set = await world.v2.send(
    new GetConfigurationSetCommand({ ConfigurationSetName: 'test-opportunistic' }),
  );
  expect(set.SuppressionOptions).toEqual({ SuppressedReasons: ['BOUNCE'] });
  await world.v2.send(new DeleteConfigurationSetCommand({ ConfigurationSetName }));
  await expect(world.v2.send(new GetConfigurationSetCommand({ ConfigurationSetName }))).rejects.toMatchObject(
    {
      name: 'NotFoundException',
    },
  );
});

test('the suppression list finds an address only as it was spelt', async () => {
  const put = (EmailAddress: string, Reason: 'BOUNCE' | 'COMPLAINT') =>
    world.v2.send(new PutSuppressedDestinationCommand({ EmailAddress, Reason }));
  const remove = (EmailAddress: string) =>
    world.v2.send(new DeleteSuppressedDestinationCommand({ EmailAddress }));
  await put('Bob+x@example.net', 'BOUNCE');
  await put('eve@example.net', 'COMPLAINT');
  await expect(remove('bob+x@example.net')).rejects.toMatchObject({ name: 'NotFoundException' });
  const page = await world.v2.send(new ListSuppressedDestinationsCommand({ PageSize: 1 }));
  expect(page.SuppressedDestinationSummaries).toMatchObject([
    { EmailAddress: 'Bob+x@example.net', Reason: 'BOUNCE' },
  ]);
  expect(page.SuppressedDestinationSummaries?.[0]?.LastUpdateTime).toBeInstanceOf(Date);
  const rest = await world.v2.send(new ListSuppressedDestinationsCommand({ NextToken: page.NextToken }));
  expect(rest.SuppressedDestinationSummaries).toMatchObject([{ EmailAddress: 'eve@example.net' }]);
  expect(rest.NextToken).toBeUndefined();
  await remove('Bob+x@example.net');
  const complaints = await world.v2.send(new ListSuppressedDestinationsCommand({ Reasons: ['BOUNCE'] }));
  expect(complaints.SuppressedDestinationSummaries).toEqual([]);
});
