import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context } from '../domain/context.ts';
import type { SesList } from '../domain/ports/lists.ts';
import type { DeadLetters } from '../domain/ports/sending.ts';
import { clientOptions } from './clients.ts';
import { attachments } from './compose/attachments.ts';
import { compose } from './compose/compose.ts';
import { cursors } from './compose/cursors.ts';
import { domains } from './compose/domains.ts';
import { exportFiles } from './compose/exports.ts';
import { identity } from './compose/identity.ts';
import { lazyPort } from './compose/lazy-port.ts';
import { lists } from './compose/lists.ts';
import { mail } from './compose/mail.ts';
import { awsOf, type Overrides } from './compose/parts.ts';
import { queues } from './compose/queues.ts';
import { rates } from './compose/rates.ts';
import { resolver } from './compose/resolver.ts';
import { scheduling } from './compose/scheduling.ts';
import { ses } from './compose/ses.ts';
import { sesRemovals } from './compose/ses-removals.ts';
import { templates } from './compose/templates.ts';
import { timeline } from './compose/timeline.ts';
import { tokens } from './compose/tokens.ts';
import { unsubscribes } from './compose/unsubscribes.ts';
import { webhooks } from './compose/webhooks.ts';
import { type Config, readConfig } from './config.ts';
import { sqsDeadLetters } from './dead-letters.ts';

/** The dead-letter queues, for the sweep. */
export function createDeadLetters(config: Config = readConfig()): DeadLetters {
  const urls = {
    deliver: config.DELIVER_DLQ_URL,
    bulk: config.BULK_DLQ_URL,
    webhooks: config.WEBHOOK_DLQ_URL,
  };
  return sqsDeadLetters(new SQSClient(clientOptions(awsOf(config), 'sqs')), urls);
}

/** SES's own suppression list, for the sweep. */
export function createSesList(config: Config = readConfig()): SesList {
  return lazyPort(async () => (await import('./ses-v2.ts')).sesV2List(awsOf(config)), ['remove']);
}

/** Every family at once: for tests and for tools that run any verb. */
export function createContext(
  config: Config = readConfig(),
  overrides: Omit<Overrides, 'config'> = {},
): Context {
  const all = [
    attachments,
    cursors,
    domains,
    exportFiles,
    identity,
    lists,
    mail,
    queues,
    rates,
    resolver,
    scheduling,
    ses,
    sesRemovals,
    templates,
    timeline,
    tokens,
    unsubscribes,
    webhooks,
  ] as const;
  return compose([...all], { config, ...overrides });
}
