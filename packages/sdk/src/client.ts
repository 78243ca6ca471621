import { type Call, createCall, type QueryValues } from './call.ts';
import { settingsOf } from './options.ts';
import {
  accountOf,
  apiKeysOf,
  deliverabilityOf,
  healthOf,
  openapiOf,
  smtpCredentialsOf,
  usageOf,
} from './resources/account.ts';
import { attachmentsOf } from './resources/attachments.ts';
import { automationsOf, eventsOf } from './resources/automations.ts';
import { domainsOf } from './resources/domains.ts';
import { emailsOf, receivedEmailsOf } from './resources/emails.ts';
import { blockedSendersOf, inboundRoutesOf } from './resources/inbound.ts';
import { migrationsOf } from './resources/migrations.ts';
import { optOutsOf, suppressionsOf } from './resources/suppressions.ts';
import { templatesOf } from './resources/templates.ts';
import { tenantsOf } from './resources/tenants.ts';
import { webhooksOf } from './resources/webhooks.ts';
import type { KeyedOptions, MailwrightOptions } from './types.ts';

type RequestOptions = KeyedOptions & { query?: QueryValues; body?: unknown };

/** The client: one method for each operation of the API, with the fields of the wire (D58). */
export class Mailwright {
  readonly #call: Call;
  readonly emails: ReturnType<typeof emailsOf>;
  readonly attachments: ReturnType<typeof attachmentsOf>;
  readonly templates: ReturnType<typeof templatesOf>;
  readonly webhooks: ReturnType<typeof webhooksOf>;
  readonly domains: ReturnType<typeof domainsOf>;
  readonly tenants: ReturnType<typeof tenantsOf>;
  readonly suppressions: ReturnType<typeof suppressionsOf>;
  readonly optOuts: ReturnType<typeof optOutsOf>;
  readonly receivedEmails: ReturnType<typeof receivedEmailsOf>;
  readonly inboundRoutes: ReturnType<typeof inboundRoutesOf>;
  readonly blockedSenders: ReturnType<typeof blockedSendersOf>;
  readonly events: ReturnType<typeof eventsOf>;
  readonly automations: ReturnType<typeof automationsOf>;
  readonly migrations: ReturnType<typeof migrationsOf>;
  readonly apiKeys: ReturnType<typeof apiKeysOf>;
  readonly smtpCredentials: ReturnType<typeof smtpCredentialsOf>;
  readonly account: ReturnType<typeof accountOf>;
  readonly usage: ReturnType<typeof usageOf>;
  readonly deliverability: ReturnType<typeof deliverabilityOf>;
  readonly health: ReturnType<typeof healthOf>;
  readonly openapi: ReturnType<typeof openapiOf>;

  constructor(apiKey?: string, options?: MailwrightOptions);
  constructor(options?: MailwrightOptions);
  constructor(first?: string | MailwrightOptions, second: MailwrightOptions = {}) {
    const settings = settingsOf(
      typeof first === 'string' ? { ...second, apiKey: first } : { ...second, ...first },
    );
    const call = createCall(settings);
    this.#call = call;
    this.emails = emailsOf(call);
    this.attachments = attachmentsOf(call, settings);
    this.templates = templatesOf(call);
    this.webhooks = webhooksOf(call);
    this.domains = domainsOf(call);
    this.tenants = tenantsOf(call);
    this.suppressions = suppressionsOf(call);
    this.optOuts = optOutsOf(call);
    this.receivedEmails = receivedEmailsOf(call);
    this.inboundRoutes = inboundRoutesOf(call);
    this.blockedSenders = blockedSendersOf(call);
    this.events = eventsOf(call);
    this.automations = automationsOf(call);
    this.migrations = migrationsOf(call, settings.runtime);
    this.apiKeys = apiKeysOf(call);
    this.smtpCredentials = smtpCredentialsOf(call);
    this.account = accountOf(call);
    this.usage = usageOf(call);
    this.deliverability = deliverabilityOf(call);
    this.health = healthOf(call);
    this.openapi = openapiOf(call);
  }

  /**
   * Any request, for what is newer than this SDK: the JSON of its answer as it is, or its text. With an idempotencyKey
   * a POST is made again when no answer came, so the operation must take one. Without one a POST has a key of its own,
   * so that what is made again after a 5xx is done once where the operation takes keys.
   */
  request<T = unknown>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: `/${string}`,
    { query, body, ...options }: RequestOptions = {},
  ): Promise<T> {
    const keyed = method === 'POST' && options.idempotencyKey !== undefined;
    const mayTakeKey = method === 'POST';
    return this.#call<T>(method, path, { query, body, keyed, mayTakeKey, text: 'any' }, options);
  }
}
