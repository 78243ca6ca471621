import { existsSync } from 'node:fs';

export type DocPage = { path: string; source: string; group: string };

const groups: Record<string, string[]> = {
  'Get started': ['quick-start', 'concepts', 'sdk', 'cli', 'mcp', 'dashboard'],
  Send: [
    ...['sending', 'templates', 'unsubscribe', 'suppressions', 'deliverability'],
    ...['domains', 'tenants', 'automations', 'smtp'],
  ],
  Receive: ['webhooks', 'inbound'],
  Recipes: ['recipes/nextjs', 'recipes/django', 'recipes/laravel', 'recipes/rails'],
  Migrate: ['imports', 'imports/sendgrid', 'imports/postmark', 'imports/mailgun'],
  Reference: ['api', 'errors', 'changelog'],
  Operate: [
    ...['self-hosting', 'operations', 'operations/first-deploy', 'operations/upgrade', 'operations/rollback'],
    ...['operations/restore', 'operations/stop-all-sending', 'operations/region-down', 'operations/alarms'],
    ...['operations/settings', 'operations/rights', 'logs', 'security', 'architecture'],
  ],
};

const elsewhere: Record<string, string> = {
  changelog: 'CHANGELOG.md',
  logs: 'docs/internals/logs.md',
  architecture: 'docs/internals/architecture.md',
};
const sourceOf = (name: string) => elsewhere[name] ?? `docs/${name}.md`;

/**
 * Every page in navigation order. Pages without a file are omitted. The docs_url of each error leads to
 * `errors` (D49).
 */
export const docPages = (): DocPage[] => [
  { path: '/docs', source: 'docs/README.md', group: '' },
  ...Object.entries(groups).flatMap(([group, names]) =>
    names
      .map((name) => ({ path: `/docs/${name}`, source: sourceOf(name), group }))
      .filter(({ source }) => existsSync(source)),
  ),
];
