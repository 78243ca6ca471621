import { SesError } from './errors.ts';
import type { Routes, Ses } from './state.ts';
import type { Tenant } from './tenants.ts';

const arnOf = (ses: Ses, { name, id }: Tenant) =>
  `arn:aws:ses:${ses.region}:${ses.account_id}:tenant/${name}/${id}`;

function tenantAnswer(ses: Ses, tenant: Tenant): Record<string, unknown> {
  return {
    TenantName: tenant.name,
    TenantId: tenant.id,
    TenantArn: arnOf(ses, tenant),
    CreatedTimestamp: tenant.created,
    Tags: tenant.tags,
    SendingStatus: tenant.status,
    SuppressionAttributes: { SuppressionScope: 'ACCOUNT', ...tenant.suppression },
  };
}

function checkResource(ses: Ses, arn: string): void {
  const [, kind, name = ''] =
    /^arn:aws:ses:[^:]*:[^:]*:(identity|configuration-set|template)\/(.+)$/.exec(arn) ?? [];
  if (kind === undefined) throw new SesError('invalid', `Invalid resource ARN <${arn}>.`);
  if (kind === 'identity') ses.identities.get(name);
  if (kind === 'configuration-set') ses.sets.get(name);
}

export const tenantRoutes: Routes = {
  'POST /tenants': (ses, { body }) => {
    const { TenantName = '', Tags: tags = [], SuppressionAttributes: suppression = {} } = body;
    return tenantAnswer(ses, ses.tenants.create(TenantName, { tags, suppression }));
  },
  'POST /tenants/get': (ses, { body }) => ({
    Tenant: tenantAnswer(ses, ses.tenants.get(body.TenantName ?? '')),
  }),
  'POST /tenants/delete': (ses, { body }) => ses.tenants.remove(body.TenantName ?? ''),
  'POST /tenants/list': (ses) => ({ Tenants: ses.tenants.list().map((tenant) => tenantAnswer(ses, tenant)) }),
  /** The switch that the account's owner sets. The reference is the tenant's ARN. */
  'PUT /reputation/entities/*/*/customer-managed-status': (ses, { names: [, arn = ''], body }) => {
    const [, name = ''] = /:tenant\/([^/]+)/.exec(arn) ?? [];
    ses.tenants.changeStatus(name, body.SendingStatus ?? '');
  },
  'GET /reputation/entities/*/*': (ses, { names: [ReputationEntityType, arn = ''] }) => {
    const [, name = ''] = /:tenant\/([^/]+)/.exec(arn) ?? [];
    const { status: SendingStatusAggregate } = ses.tenants.get(name);
    const ReputationEntityReference = arn;
    return { ReputationEntity: { ReputationEntityType, ReputationEntityReference, SendingStatusAggregate } };
  },
  'POST /tenants/resources': async (ses, { body }) => {
    await checkResource(ses, body.ResourceArn ?? '');
    ses.tenants.associate(body.TenantName ?? '', body.ResourceArn);
  },
  'POST /tenants/resources/delete': (ses, { body }) =>
    ses.tenants.dissociate(body.TenantName ?? '', body.ResourceArn ?? ''),
  'POST /tenants/resources/list': (ses, { body }) => ({
    TenantResources: [...ses.tenants.get(body.TenantName ?? '').resources].map((ResourceArn) => ({
      ResourceArn,
    })),
  }),
  'POST /resources/tenants/list': (ses, { body }) => ({
    ResourceTenants: ses.tenants
      .list()
      .filter(({ resources }) => resources.has(body.ResourceArn))
      .map(({ name, id }) => ({ TenantName: name, TenantId: id, ResourceArn: body.ResourceArn })),
  }),
};
