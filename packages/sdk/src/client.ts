import { type Call, createCall, type QueryValues } from './call.ts';
import type { Resources } from './generated/types.ts';
import { type Helpers, helpersOf } from './helpers.ts';
import { settingsOf } from './options.ts';
import { resourcesOf } from './resources.ts';
import type { KeyedOptions, MailwrightOptions } from './types.ts';

type RequestOptions = KeyedOptions & { query?: QueryValues; body?: unknown };

type Methods = Readonly<Helpers> & Resources;

export interface Mailwright extends Methods {}

/** Merges new methods into existing ones, including those of nested resources. */
function extend(methods: object, more: object): void {
  for (const [name, value] of Object.entries(more)) {
    const known = methods as Record<string, object>;
    if (typeof value === 'object') extend(known[name] ?? {}, value);
    else known[name] = value;
  }
}

/** The Mailwright client: a method for each API operation, with the API's field names. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns every method
export class Mailwright {
  readonly #call: Call;

  constructor(apiKey?: string, options?: MailwrightOptions);
  constructor(options?: MailwrightOptions);
  constructor(first?: string | MailwrightOptions, second: MailwrightOptions = {}) {
    const settings = settingsOf(
      typeof first === 'string' ? { ...second, apiKey: first } : { ...second, ...first },
    );
    this.#call = createCall(settings);
    const resources = resourcesOf(this.#call);
    extend(resources, helpersOf(resources, this.#call, settings));
    Object.assign(this, resources);
  }

  /**
   * Sends any request, for operations newer than this SDK. Returns the response's JSON unchanged, or its
   * text. With an idempotencyKey, a POST is retried if there is no response, so the operation must accept
   * one. Without one, each POST gets a key of its own. If the operation accepts keys, a retry after a 5xx
   * then has no second effect.
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
