import { parse as parseHtml } from 'parse5';
import { pageGroups } from '../../functions/dashboard/groups.ts';
import { errorContent, frame } from '../../functions/dashboard/ui/page.tsx';
import type { Account } from '../../shared/core/records/accounts.ts';
import type { Role } from '../../shared/core/records/members.ts';
import type { Context } from '../../shared/domain/context.ts';
import { addMember, makeSignInLink } from '../../shared/domain/sessions/members.ts';
import { pageSite } from '../../shared/http/pages/site.ts';
import { pathOfUrl } from '../../shared/http/paths.ts';
import { indexesCaughtUp } from './lag.ts';

type Shown = { status: number; headers: Headers; text: string; location: string | null };

type Node = {
  nodeName: string;
  value?: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
};

let last: { html: string; tree: Node } | undefined;

/** The tree of a page. Tests read a page in several ways, so it is parsed once. */
function parse(html: string): Node {
  if (last?.html !== html) last = { html, tree: parseHtml(html) as unknown as Node };
  return last.tree;
}

/**
 * What a browser knows about a page, without a browser: parsed HTML, one cookie jar, and forms that can be submitted.
 */
export function createBrowser(ctx: Context, options: { address?: string } = {}) {
  const site = pageSite(ctx, pageGroups(ctx), { frame, errorContent });
  const origin = ctx.settings.dashboard_url;
  let cookie: string | null = null;

  async function request(
    method: string,
    path: string,
    input: { form?: Record<string, string> | FormData; headers?: Record<string, string> } = {},
  ): Promise<Shown> {
    const isForm = method === 'POST';
    const headers = new Headers({
      ...(cookie !== null && { cookie: `__Host-mailwright=${cookie}` }),
      ...(isForm && { origin }),
      ...input.headers,
    });
    for (const [name, value] of [...headers]) if (value === '') headers.delete(name);
    await indexesCaughtUp();
    const sent = input.form instanceof FormData ? input.form : new URLSearchParams(input.form);
    const body = isForm ? sent : null;
    const url = new URL(path, origin);
    // As on Lambda, the path is separate from the request's address.
    const asked = new Request(`${origin}/${url.search}`, { method, headers, body });
    const answer = await site.fetch(asked, {
      path: pathOfUrl(url.href),
      address: options.address ?? '192.0.2.1',
    });
    const set = answer.headers.getSetCookie().find((one) => one.startsWith('__Host-mailwright='));
    if (set !== undefined) cookie = /^[^=]+=([^;]*)/.exec(set)?.[1] || null;
    const { status, headers: got } = answer;
    return { status, headers: got, text: await answer.text(), location: got.get('location') };
  }

  return {
    get: (path: string, headers?: Record<string, string>) => request('GET', path, headers ? { headers } : {}),
    head: (path: string) => request('HEAD', path),
    /** Submits a form as this account's page has it. */
    post: (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      request('POST', path, { form, headers }),
    /** A form with a file. */
    upload: (path: string, form: FormData) => request('POST', path, { form }),
    cookie: () => cookie,
    setCookie: (value: string | null) => {
      cookie = value;
    },
  };
}

type Browser = ReturnType<typeof createBrowser>;

/** Signs in with an operator's link, in the given role. */
export async function signIn(ctx: Context, account: Account, role: Role = 'owner'): Promise<Browser> {
  const email = role === 'owner' ? account.email : `${role}-${ctx.runtime.secret(6, 'base32')}@acme.test`;
  if (role !== 'owner') await addMember(ctx, { account: account.id, email, role });
  const { url } = await makeSignInLink(ctx, { email, account: account.id, minutes: 15 });
  const browser = createBrowser(ctx);
  const { status } = await browser.post(new URL(url).pathname);
  if (status !== 303) throw new Error(`sign-in answered ${status}`);
  return browser;
}

/** Every element of a page, in order. */
export function elementsOf(html: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const walk = (node: Node) => {
    if (node.attrs) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      found.push({ name: node.nodeName, attributes });
    }
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html));
  return found;
}

const textOf = (node: Node): string => node.value ?? (node.childNodes ?? []).map(textOf).join('');

const attributesOf = ({ attrs = [] }: Node): Record<string, string> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

function shownIn(node: Node): string | null {
  const { nodeName, childNodes = [] } = node;
  const { type, value = '', checked } = attributesOf(node);
  if (nodeName === 'input')
    return /^(checkbox|radio)$/.test(type ?? '') && checked === undefined ? null : value;
  if (nodeName === 'textarea') return textOf(node);
  if (nodeName !== 'select') return null;
  const options = childNodes.map(attributesOf);
  return (options.find(({ selected }) => selected !== undefined) ?? options[0])?.value ?? '';
}

function fieldsIn(node: Node, fields: Record<string, string> = {}): Record<string, string> {
  const { name } = attributesOf(node);
  const value = shownIn(node);
  const isBox = attributesOf(node).type === 'checkbox';
  if (name && value !== null) fields[name] = isBox && fields[name] ? `${fields[name]}, ${value}` : value;
  for (const child of node.childNodes ?? []) fieldsIn(child, fields);
  return fields;
}

/** The values of a page's fields by name. The last of several fields wins, and only checked boxes count. */
export const fieldsOf = (html: string): Record<string, string> => fieldsIn(parse(html));

/** The forms of a page that POST. */
export function formsOf(html: string): { action: string; fields: Record<string, string> }[] {
  const found: ReturnType<typeof formsOf> = [];
  const walk = (node: Node) => {
    const { action = '', method } = attributesOf(node);
    if (node.nodeName === 'form' && method === 'post') found.push({ action, fields: fieldsIn(node) });
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html));
  return found;
}

/** The form whose action ends with this text. It has no fields if the page has no such form. */
export const formOf = (html: string, ending: string) =>
  formsOf(html).find(({ action }) => action.endsWith(ending)) ?? { action: '', fields: {} };

/** The ids of the fields that are marked as invalid. */
export const markedIn = (html: string): (string | undefined)[] =>
  elementsOf(html).flatMap(({ attributes }) => (attributes['aria-invalid'] ? [attributes.id] : []));

/** The targets of a page's links, in order. */
export const linksOf = (html: string): string[] =>
  elementsOf(html).flatMap(({ name, attributes: { href } }) => (name === 'a' && href ? [href] : []));

type Outline = { h1: string; title: string; controls: string[]; heads: string[] };

/** A page's title, and the labels of the controls and columns in its main part. */
export function outlineOf(html: string): Outline {
  const found: Outline = { h1: '', title: '', controls: [], heads: [] };
  const walk = (node: Node) => {
    const { class: look = '', href, 'data-asks': asks } = attributesOf(node);
    const words = () => textOf(node).trim();
    const isPressed = node.nodeName === 'button' || asks !== undefined || /\bbutton\b/.test(look);
    if (isPressed && href !== '/' && !found.controls.includes(words())) found.controls.push(words());
    if (node.nodeName === 'h1') found.h1 = words();
    if (node.nodeName === 'th') found.heads.push(words());
    for (const child of node.childNodes ?? []) walk(child);
  };
  const documents = parse(html);
  const first = (node: Node, name: string): Node | undefined =>
    node.nodeName === name ? node : (node.childNodes ?? []).map((one) => first(one, name)).find(Boolean);
  const [title, main] = ['title', 'main'].map((name) => first(documents, name));
  if (title) found.title = textOf(title);
  if (main) walk(main);
  return found;
}
