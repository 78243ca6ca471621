import { type Runtime, runtimeOption, systemRuntime } from './runtime.ts';
import type { CallOptions, Fetch, MailwrightOptions, ResponseInfo } from './types.ts';

export const version = '0.2.0';

/** The client's options, with defaults applied. */
export type Settings = {
  apiKey: string;
  /** Without a trailing slash. */
  baseUrl: string;
  timeoutMs: number;
  maxRetries: number;
  fetch: Fetch;
  userAgent: string;
  onResponse: ((info: ResponseInfo) => void) | undefined;
  runtime: Runtime;
};

type Surroundings = {
  process?: { env?: Record<string, string | undefined> };
  window?: { document?: unknown };
};
const surroundings = globalThis as Surroundings;

function keyOf(given: string | undefined): string {
  const key = given ?? surroundings.process?.env?.MAILWRIGHT_API_KEY;
  if (!key) throw new TypeError('No API key: pass apiKey or set MAILWRIGHT_API_KEY');
  // fetch's own error would include the value of an invalid header.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('The API key must be visible ASCII characters without spaces');
  return key;
}

function baseUrlOf(given: string | undefined): string {
  const url = given ?? surroundings.process?.env?.MAILWRIGHT_BASE_URL;
  if (!url)
    throw new TypeError('No base URL: pass baseUrl or set MAILWRIGHT_BASE_URL, such as https://…/api');
  const parsed = URL.canParse(url) && !/[?#]/.test(url) ? new URL(url) : null;
  // `fetch` would include credentials in its own error.
  const plain = parsed?.username === '' && parsed.password === '' && /^https?:$/.test(parsed.protocol);
  if (!plain)
    throw new TypeError('baseUrl must be an http or https URL without credentials, query, or fragment');
  return url.replace(/\/+$/, '');
}

/** Checks limits, which the client and each call can set. */
export function checkLimits({ timeoutMs = 1, maxRetries = 0 }: CallOptions): void {
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be above 0');
  if (!(Number.isInteger(maxRetries) && maxRetries >= 0))
    throw new TypeError('maxRetries must be an integer of 0 or more');
}

/** A client's settings. Throws for options that can't work. */
export function settingsOf(options: MailwrightOptions): Settings {
  if (surroundings.window?.document !== undefined && options.dangerouslyAllowBrowser !== true)
    throw new TypeError('API keys are for servers: anyone who loads this page could read yours');
  checkLimits(options);
  const name = `mailwright-sdk/${version}`;
  return {
    apiKey: keyOf(options.apiKey),
    baseUrl: baseUrlOf(options.baseUrl),
    timeoutMs: options.timeoutMs ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    userAgent: options.userAgent ? `${options.userAgent} ${name}` : name,
    onResponse: options.onResponse,
    runtime: { ...systemRuntime, ...(options as { [runtimeOption]?: Partial<Runtime> })[runtimeOption] },
  };
}
