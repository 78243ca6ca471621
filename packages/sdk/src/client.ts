import { type Call, createCall, type QueryValues } from './call.ts';
import { type Settings, settingsOf } from './options.ts';
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
  readonly #settings: Settings;
  // The resources are made before the constructor reads the options.
  readonly #call: Call = (...request) => createCall(this.#settings)(...request);
  readonly emails: ReturnType<typeof emailsOf> = emailsOf(this.#call);
  readonly attachments: ReturnType<typeof attachmentsOf> = attachmentsOf(this.#call, () => this.#settings);
  readonly templates: ReturnType<typeof templatesOf> = templatesOf(this.#call);
  readonly webhooks: ReturnType<typeof webhooksOf> = webhooksOf(this.#call);
  readonly domains: ReturnType<typeof domainsOf> = domainsOf(this.#call);
  readonly tenants: ReturnType<typeof tenantsOf> = tenantsOf(this.#call);
  readonly suppressions: ReturnType<typeof suppressionsOf> = suppressionsOf(this.#call);
  readonly optOuts: ReturnType<typeof optOutsOf> = optOutsOf(this.#call);
  readonly receivedEmails: ReturnType<typeof receivedEmailsOf> = receivedEmailsOf(this.#call);
  readonly inboundRoutes: ReturnType<typeof inboundRoutesOf> = inboundRoutesOf(this.#call);
  readonly blockedSenders: ReturnType<typeof blockedSendersOf> = blockedSendersOf(this.#call);
  readonly events: ReturnType<typeof eventsOf> = eventsOf(this.#call);
  readonly automations: ReturnType<typeof automationsOf> = automationsOf(this.#call);
  readonly migrations: ReturnType<typeof migrationsOf> = migrationsOf(this.#call, () => this.#settings);
  readonly apiKeys: ReturnType<typeof apiKeysOf> = apiKeysOf(this.#call);
  readonly smtpCredentials: ReturnType<typeof smtpCredentialsOf> = smtpCredentialsOf(this.#call);
  readonly account: ReturnType<typeof accountOf> = accountOf(this.#call);
  readonly usage: ReturnType<typeof usageOf> = usageOf(this.#call);
  readonly deliverability: ReturnType<typeof deliverabilityOf> = deliverabilityOf(this.#call);
  readonly health: ReturnType<typeof healthOf> = healthOf(this.#call);
  readonly openapi: ReturnType<typeof openapiOf> = openapiOf(this.#call);

  constructor(apiKey?: string, options?: MailwrightOptions);
  constructor(options?: MailwrightOptions);
  constructor(first?: string | MailwrightOptions, second: MailwrightOptions = {}) {
    this.#settings = settingsOf(
      typeof first === 'string' ? { ...second, apiKey: first } : { ...second, ...first },
    );
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
