import { compose } from '../../shared/aws/compose.ts';
import { claims, cursors, identity, rates } from '../../shared/aws/families/accounts.ts';
import { domainSecrets, domains, domainTasks } from '../../shared/aws/families/domains.ts';
import { templates } from '../../shared/aws/families/emails.ts';
import { imports, providers } from '../../shared/aws/families/imports.ts';
import { exportFiles, lists } from '../../shared/aws/families/lists.ts';
import { dns, resolver } from '../../shared/aws/families/network.ts';
import { tenants } from '../../shared/aws/families/tenants.ts';
import { webhooks } from '../../shared/aws/families/webhooks.ts';
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
