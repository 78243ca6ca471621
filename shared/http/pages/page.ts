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
  /** The fields of a form; empty for GET. */
  form: URLSearchParams;
  /** Its cookie, not checked. */
  cookie: string | null;
};

export type SessionInput = PageInput & { session: SignedInAs };

/** `emails`: for the log, the ids of those that the form got accepted. */
type Sent = { status?: number; headers?: Record<string, string>; cookie?: string; emails?: string[] };

/** A page, another place, or something else than a page: a mail's html, a file. */
export type PageAnswer =
  | (Sent & { page: PageContent })
  | (Sent & { redirect: string })
  | (Sent & { body: string | Uint8Array<ArrayBuffer>; type: string });

export type PageContent = {
  /** The h1, and the first part of the title. */
  name: string;
  content: Html;
  /** Whether it shows a secret: it is not compressed then. */
  secret?: boolean;
};

type Declared = {
  method: Method;
  /** `/emails/{id}`. */
  path: string;
};

/** A page of the dashboard, or a form that is posted to it. */
export type Page<C> = Declared &
  (
    | { open: true; run: (ctx: C, input: PageInput) => Promise<PageAnswer> }
    | {
        open?: false;
        /** One of these scopes is needed, as by the operations behind it. */
        scope: readonly Scope[] | null;
        /** It is not one of the session's account, which may be suspended: it ends or moves the session itself. */
        any_account?: true;
        owner?: true;
        run: (ctx: C, input: SessionInput) => Promise<PageAnswer>;
      }
  );

export const seeOther = (redirect: string, sent: Sent = {}): PageAnswer => ({ redirect, ...sent });
