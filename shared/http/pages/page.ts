import type { Base, Identity, Sessions } from '../../domain/context.ts';
import type { Scope } from '../../domain/keys/scopes.ts';
import type { SignedInAs } from '../../domain/sessions/session.ts';
import type { Html } from '../html.ts';

export type PageServing = Base & Identity & Sessions;

type Method = 'GET' | 'POST';

export type PageInput = {
  request: Request;
  request_id: string;
  address: string | null;
  params: Record<string, string>;
  path: string;
  search: URLSearchParams;
  /** The fields of a form. Empty for GET. */
  form: URLSearchParams;
  /** Its cookie, not verified. */
  cookie: string | null;
};

export type SessionInput = PageInput & { session: SignedInAs };

/** `emails` are the ids of the accepted emails, for the log. */
type Sent = { status?: number; headers?: Record<string, string>; cookie?: string; emails?: string[] };

/** A page, a redirect, or a file such as an email's html. */
export type PageAnswer =
  | (Sent & { page: PageContent })
  | (Sent & { redirect: string })
  | (Sent & { body: string | Uint8Array<ArrayBuffer>; type: string });

export type PageContent = {
  /** The h1, and the first part of the title. */
  name: string;
  content: Html;
  /** The one main action, next to the h1. */
  action?: Html;
  /** Whether the page shows a secret. If so, it is not compressed. */
  secret?: boolean;
};

type Declared = {
  method: Method;
  /** `/emails/{id}`. */
  path: string;
};

/** A dashboard page, or a form posted to it. */
export type Page<C> = Declared &
  (
    | { open: true; run: (ctx: C, input: PageInput) => Promise<PageAnswer> }
    | {
        open?: false;
        /** Requires one of these scopes, like the operations behind it. */
        scope: readonly Scope[] | null;
        /** True for pages that end or switch the session. They stay open when the account is suspended. */
        any_account?: true;
        owner?: true;
        run: (ctx: C, input: SessionInput) => Promise<PageAnswer>;
      }
  );

export const seeOther = (redirect: string, sent: Sent = {}): PageAnswer => ({ redirect, ...sent });
