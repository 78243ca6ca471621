import type { Ses } from './state.ts';

type Call = {
  /** The path's variables, decoded, in order. */
  names: string[];
  query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any SES call; each handler reads what it knows.
  body: any;
};

/** `METHOD /path`, with `*` for each variable; paths are below /v2/email. */
export type Routes = Record<string, (ses: Ses, call: Call) => Promise<unknown> | unknown>;
