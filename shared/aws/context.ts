import type { Context } from '../domain/context.ts';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import * as accounts from './families/accounts.ts';
import * as automations from './families/automations.ts';
import * as domains from './families/domains.ts';
import * as emails from './families/emails.ts';
import * as imports from './families/imports.ts';
import * as inbound from './families/inbound.ts';
import * as lists from './families/lists.ts';
import { dns, dnsHosts, oidc, resolver } from './families/network.ts';
import { deadLetters, queueDrains, queues } from './families/queues.ts';
import { receiveQueue } from './families/receiving.ts';
import * as ses from './families/ses.ts';
import * as tenants from './families/tenants.ts';
import * as webhooks from './families/webhooks.ts';
import type { Overrides } from './parts.ts';

/** A context with all families, for tests and tools that run any operation. */
export function createContext(
  config: Config = readConfig(),
  overrides: Omit<Overrides, 'config'> = {},
): Context {
  const all = Object.values({
    ...accounts,
    ...automations,
    ...domains,
    ...emails,
    ...imports,
    ...inbound,
    ...lists,
    ...ses,
    ...tenants,
    ...webhooks,
    deadLetters,
    dns,
    dnsHosts,
    oidc,
    queueDrains,
    queues,
    receiveQueue,
    resolver,
  });
  return compose(all, { config, ...overrides });
}
