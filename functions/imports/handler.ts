import { claims } from '../../shared/aws/compose/claims.ts';
import { compose } from '../../shared/aws/compose/compose.ts';
import { cursors } from '../../shared/aws/compose/cursors.ts';
import { dns } from '../../shared/aws/compose/dns.ts';
import { domainSecrets } from '../../shared/aws/compose/domain-secrets.ts';
import { domainTasks } from '../../shared/aws/compose/domain-tasks.ts';
import { domains } from '../../shared/aws/compose/domains.ts';
import { exportFiles } from '../../shared/aws/compose/exports.ts';
import { identity } from '../../shared/aws/compose/identity.ts';
import { imports } from '../../shared/aws/compose/imports.ts';
import { lists } from '../../shared/aws/compose/lists.ts';
import { providers } from '../../shared/aws/compose/providers.ts';
import { rates } from '../../shared/aws/compose/rates.ts';
import { resolver } from '../../shared/aws/compose/resolver.ts';
import { templates } from '../../shared/aws/compose/templates.ts';
import { tenants } from '../../shared/aws/compose/tenants.ts';
import { webhooks } from '../../shared/aws/compose/webhooks.ts';
import { httpHandler } from '../../shared/http/lambda.ts';
import { importRoutes } from './routes.ts';

const ctx = compose([
  claims,
  cursors,
  dns,
  domainSecrets,
  domainTasks,
  domains,
  exportFiles,
  identity,
  imports,
  lists,
  providers,
  rates,
  resolver,
  templates,
  tenants,
  webhooks,
]);

export const handler = httpHandler(ctx, importRoutes);
