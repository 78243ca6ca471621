import type { Release } from '../../shared/domain/settings.ts';
import type { PageGroups } from '../../shared/http/pages/site.ts';
import type { Resource } from '../../shared/http/resource-declaration.ts';
import { packageIds, packagePath } from '../docs/packages.ts';
import type { DashboardContext } from './context.ts';
import { signInPages, signOutPages } from './pages/sign-in.tsx';

/** A declared resource's pages. */
const plain = async (ctx: DashboardContext, resource: Resource<DashboardContext>) =>
  (await import('./parts/plain-pages.tsx')).plainPages(ctx, resource);

/** `/sdk.tgz` and `/sdk-0.2.0.tgz`, and so on. */
const packages = ({ version }: Release): PageGroups<DashboardContext> =>
  Object.fromEntries(
    packageIds.flatMap((id) =>
      [`${id}.tgz`, `${id}-${version}.tgz`].map((file) => [
        file,
        async () => (await import('./pages/assets.ts')).packagePages(`/${file}`, packagePath(id, version)),
      ]),
    ),
  );

/** All pages by the first part of their path. Only the sign-in pages load up front. */
export const pageGroups = (ctx: DashboardContext): PageGroups<DashboardContext> => ({
  ...packages(ctx.settings.release),
  '': async () => (await import('./pages/overview.tsx')).overviewPages(ctx),
  metrics: async () => (await import('./pages/metrics.tsx')).metricsPages(ctx),
  billing: async () => (await import('./pages/billing.tsx')).billingPages(ctx),
  search: async () => (await import('./pages/search.tsx')).searchPages(ctx),
  emails: async () => (await import('./pages/emails.tsx')).emailPages(ctx),
  scheduled: async () => (await import('./pages/emails.tsx')).emailPages(ctx),
  suppressions: async () => (await import('./pages/suppressions.tsx')).suppressionPages(ctx),
  'opt-outs': async () => (await import('./pages/opt-outs.tsx')).optOutPages(ctx),
  templates: async () => (await import('./pages/templates.tsx')).templatePages(ctx),
  tenants: async () => (await import('./pages/tenants.tsx')).tenantPages(ctx),
  received: async () => (await import('./pages/received.tsx')).receivedPages(ctx),
  'inbound-routes': async () => (await import('./pages/inbound-routes.tsx')).inboundRoutePages(ctx),
  'blocked-senders': async () => plain(ctx, (await import('../inbound/blocked-senders.ts')).blockedSenders),
  'smtp-credentials': async () => (await import('./pages/credentials.tsx')).smtpCredentialPages(ctx),
  domains: async () => (await import('./pages/domains.tsx')).domainPages(ctx),
  webhooks: async () => (await import('./pages/webhooks.tsx')).webhookPages(ctx),
  'api-keys': async () => (await import('./pages/credentials.tsx')).keyPages(ctx),
  automations: async () => (await import('./pages/automations.tsx')).automationPages(ctx),
  events: async () => (await import('./pages/events.tsx')).eventPages(ctx),
  imports: async () => (await import('./pages/imports.tsx')).importPages(ctx),
  settings: async () => [
    ...(await import('./pages/settings.tsx')).settingsPages(ctx),
    ...(await import('./pages/deployment.tsx')).deploymentPages(ctx),
  ],
  theme: async () => (await import('./pages/theme.ts')).themePages,
  times: async () => (await import('./pages/theme.ts')).timesPages,
  accounts: async () => (await import('./pages/accounts.tsx')).accountPages,
  'sign-in': async () => signInPages,
  'sign-out': async () => signOutPages,
  assets: async () => (await import('./pages/assets.ts')).assetPages,
  'favicon.ico': async () => (await import('./pages/assets.ts')).faviconPages,
  docs: async () => (await import('./pages/assets.ts')).docsPages,
});
