import {
  CreateConfigurationSetCommand,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  DeleteEmailIdentityCommand,
  DeleteSuppressedDestinationCommand,
  DeleteTenantCommand,
  DeleteTenantResourceAssociationCommand,
  GetSuppressedDestinationCommand,
  GetTenantCommand,
  ListResourceTenantsCommand,
  ListTenantResourcesCommand,
  ListTenantsCommand,
  PutSuppressedDestinationCommand,
  PutTenantSuppressionAttributesCommand,
  UpdateReputationEntityCustomerManagedStatusCommand,
} from '@aws-sdk/client-sesv2';
import { mail, startWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
  await world.verifiedDomain('example.com');
});
afterEach(() => world.close());

const arn = (resource: string) => `arn:aws:ses:us-east-1:000000000000:${resource}`;
const identity = arn('identity/example.com');

const create = (TenantName: string, SuppressionScope?: 'TENANT' | 'ACCOUNT') =>
  world.v2.send(
    new CreateTenantCommand({
      TenantName,
      SuppressionAttributes: { ...(SuppressionScope && { SuppressionScope }), SuppressedReasons: ['BOUNCE'] },
    }),
  );

const associate = (TenantName: string, ResourceArn: string) =>
  world.v2.send(new CreateTenantResourceAssociationCommand({ TenantName, ResourceArn }));

const sendByField = (tenant: string | null, to: string, set?: string) =>
  world.send(mail(tenant === null ? {} : { 'X-SES-TENANT': tenant }), { to: [to], set });

const send = (tenant: string | null, to: string, set?: string) =>
  world.send(mail({}), { to: [to], set, ...(tenant !== null && { tenant }) });

test('P18: a tenant is made once, named as SES allows, with the scope of the account where it says none', async () => {
  const made = await create('acc_1');
  expect(made).toMatchObject({
    TenantName: 'acc_1',
    SendingStatus: 'ENABLED',
    SuppressionAttributes: { SuppressionScope: 'ACCOUNT', SuppressedReasons: ['BOUNCE'] },
  });
  expect(made.CreatedTimestamp).toBeInstanceOf(Date);
  await expect(create('acc_1')).rejects.toMatchObject({ name: 'AlreadyExistsException' });
  await expect(create('no spaces')).rejects.toMatchObject({ name: 'BadRequestException' });
  await world.v2.send(
    new PutTenantSuppressionAttributesCommand({ TenantName: 'acc_1', SuppressionScope: 'TENANT' }),
  );
  const { Tenant } = await world.v2.send(new GetTenantCommand({ TenantName: 'acc_1' }));
  expect(Tenant?.SuppressionAttributes).toEqual({ SuppressionScope: 'TENANT' });
  expect((await world.v2.send(new ListTenantsCommand({}))).Tenants).toMatchObject([{ TenantName: 'acc_1' }]);
  await world.v2.send(new DeleteTenantCommand({ TenantName: 'acc_1' }));
  await expect(world.v2.send(new GetTenantCommand({ TenantName: 'acc_1' }))).rejects.toMatchObject({
    name: 'NotFoundException',
  });
});

test('P18: what a tenant may use is associated with it, once, and must exist', async () => {
  await create('acc_1');
  await associate('acc_1', identity);
  await expect(associate('acc_1', identity)).rejects.toMatchObject({ name: 'AlreadyExistsException' });
  for (const missing of [arn('identity/other.test'), arn('configuration-set/none')])
    await expect(associate('acc_1', missing)).rejects.toMatchObject({ name: 'NotFoundException' });
  await expect(associate('acc_1', 'arn:aws:s3:::bucket')).rejects.toMatchObject({
    name: 'BadRequestException',
  });
  await expect(associate('nobody', identity)).rejects.toMatchObject({ name: 'NotFoundException' });
  const { TenantResources } = await world.v2.send(new ListTenantResourcesCommand({ TenantName: 'acc_1' }));
  expect(TenantResources).toMatchObject([{ ResourceArn: identity }]);
  const { ResourceTenants } = await world.v2.send(new ListResourceTenantsCommand({ ResourceArn: identity }));
  expect(ResourceTenants).toMatchObject([{ TenantName: 'acc_1' }]);
  await world.v2.send(
    new DeleteTenantResourceAssociationCommand({ TenantName: 'acc_1', ResourceArn: identity }),
  );
  await expect(send('acc_1', 'a@example.net')).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: `Tenant not associated with resources [${identity}].`,
  });
});

test('P43: SES deletes no identity that a tenant may use', async () => {
  await create('acc_1');
  await associate('acc_1', identity);
  const remove = () => world.v2.send(new DeleteEmailIdentityCommand({ EmailIdentity: 'example.com' }));
  await expect(remove()).rejects.toMatchObject({
    name: 'BadRequestException',
    message: expect.stringMatching(/has tenant associations/),
  });
  await world.v2.send(new DeleteTenantCommand({ TenantName: 'acc_1' }));
  await remove();
});

test('P43: a tenant whose status is DISABLED sends nothing; the account and other tenants do', async () => {
  const { TenantArn } = await create('acc_1');
  await create('acc_2');
  for (const name of ['acc_1', 'acc_2']) await associate(name, identity);
  const turn = (SendingStatus: 'DISABLED' | 'REINSTATED') =>
    world.v2.send(
      new UpdateReputationEntityCustomerManagedStatusCommand({
        ReputationEntityType: 'RESOURCE',
        ReputationEntityReference: TenantArn,
        SendingStatus,
      }),
    );
  await turn('DISABLED');
  await expect(send('acc_1', 'a@example.net')).rejects.toMatchObject({ name: 'SendingPausedException' });
  const { Tenant } = await world.v2.send(new GetTenantCommand({ TenantName: 'acc_1' }));
  expect(Tenant?.SendingStatus).toBe('DISABLED');
  await send('acc_2', 'a@example.net');
  await send(null, 'a@example.net');
  await turn('REINSTATED');
  await send('acc_1', 'a@example.net');
});

test.each([
  ['by its field', sendByField],
  ['by its parameter', send],
])(
  'P18: a send names its tenant %s, and is refused where a resource of it is not associated',
  async (_, send) => {
    await world.v2.send(new CreateConfigurationSetCommand({ ConfigurationSetName: 'set' }));
    await create('acc_1');
    await expect(send('acc_1', 'a@example.net')).rejects.toThrow(/not associated with resources/);
    await associate('acc_1', identity);
    await expect(send('acc_1', 'a@example.net', 'set')).rejects.toThrow(/configuration-set\/set/);
    await associate('acc_1', arn('configuration-set/set'));
    await send('acc_1', 'a@example.net', 'set');
    await send(null, 'a@example.net');
    await expect(send('nobody', 'a@example.net')).rejects.toThrow(/Tenant nobody for AwsAccountId/);
    const messages = await world.messages();
    expect(messages.map((message: { tenant?: string }) => message.tenant ?? null)).toEqual(['acc_1', null]);
  },
);

test('P18: the field does not go out', async () => {
  await create('acc_1');
  await associate('acc_1', identity);
  const { MessageId = '' } = await sendByField('acc_1', 'a@example.net');
  expect(await world.source(MessageId, 'sent')).not.toMatch(/x-ses-tenant/i);
});

test('P18: with the scope TENANT bounces go to a list of the tenant, which no other tenant and no account sees', async () => {
  for (const tenant of ['acc_1', 'acc_2']) {
    await create(tenant, 'TENANT');
    await associate(tenant, identity);
  }
  const to = 'gone@example.net';
  await world.control({ outcomes: { [to]: 'bounce' } });
  await sendByField('acc_1', to);
  const find = (TenantName?: string) =>
    world.v2.send(
      new GetSuppressedDestinationCommand({ EmailAddress: to, ...(TenantName && { TenantName }) }),
    );
  expect((await find('acc_1')).SuppressedDestination).toMatchObject({ EmailAddress: to, Reason: 'BOUNCE' });
  for (const other of ['acc_2', undefined])
    await expect(find(other)).rejects.toMatchObject({ name: 'NotFoundException' });
  await world.v2.send(new DeleteSuppressedDestinationCommand({ EmailAddress: to, TenantName: 'acc_1' }));
  await expect(find('acc_1')).rejects.toMatchObject({ name: 'NotFoundException' });
  await world.v2.send(
    new PutSuppressedDestinationCommand({ EmailAddress: to, Reason: 'COMPLAINT', TenantName: 'acc_2' }),
  );
  expect((await find('acc_2')).SuppressedDestination).toMatchObject({ Reason: 'COMPLAINT' });
});

test('P41: a bounce enters the list that all tenants share, unless the configuration set names an empty list of reasons', async () => {
  const ConfigurationSetName = 'ours';
  const SuppressionOptions = { SuppressedReasons: [] };
  await world.v2.send(new CreateConfigurationSetCommand({ ConfigurationSetName, SuppressionOptions }));
  await create('acc_1', 'ACCOUNT');
  for (const resource of [identity, arn('configuration-set/ours')]) await associate('acc_1', resource);
  const [shared, ours] = ['a@example.net', 'b@example.net'];
  await world.control({ outcomes: { '@example.net': 'bounce' } });
  await send('acc_1', shared);
  await send('acc_1', ours, ConfigurationSetName);
  const listed = (EmailAddress: string) =>
    world.v2.send(new GetSuppressedDestinationCommand({ EmailAddress }));
  expect((await listed(shared)).SuppressedDestination).toMatchObject({ Reason: 'BOUNCE' });
  await expect(listed(ours)).rejects.toMatchObject({ name: 'NotFoundException' });
});
