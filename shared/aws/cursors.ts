import { seal, unseal } from '../core/seal.ts';
import { readLink, secretNumberOf, signLinks } from '../core/signed-link.ts';
import type { Cursors, SignedLinks, Tokens } from '../domain/context.ts';
import type { Secrets } from './secrets.ts';

const day_ms = 86_400_000;

type Sealed = { number: number; text: string };

/** `<number of the secret>.<sealed text>`. Null if malformed. */
function numberedText(sealed: string): Sealed | null {
  const [, number = '', text = ''] = /^([1-9]\d{0,3})\.([\w-]+)$/.exec(sealed) ?? [];
  return number === '' ? null : { number: Number(number), text };
}

/** Cursors sealed with the first secret have no number, because older releases didn't write one. */
const cursorText = ({ number, text }: Sealed) => (number === 1 ? text : `${number}.${text}`);

/** Cursors that callers can't read, change, use for another list, or keep for over a day. */
export function sealedCursors(secrets: Pick<Secrets, 'current' | 'numbered'>, now: () => number): Cursors {
  return {
    seal: async (bound, position) => {
      const { number, secret } = await secrets.current();
      return cursorText({ number, text: seal(secret, 'cursor', bound, JSON.stringify([now(), position])) });
    },
    open: async (bound, cursor) => {
      const { number, text } = numberedText(cursor) ?? { number: 1, text: cursor };
      const secret = await secrets.numbered(number);
      const opened = secret === null ? null : unseal(secret, 'cursor', bound, text);
      if (opened === null) return null;
      const [at, position] = JSON.parse(opened) as [number, string];
      return now() - at <= day_ms ? position : null;
    },
  };
}

/** Tokens for links. They never expire. */
export function sealedTokens(secrets: Pick<Secrets, 'current' | 'numbered'>): Tokens {
  return {
    seal: async (purpose, text) => {
      const { number, secret } = await secrets.current();
      return `${number}.${seal(secret, purpose, [String(number)], text)}`;
    },
    open: async (purpose, token) => {
      const sealed = numberedText(token);
      const secret = sealed && (await secrets.numbered(sealed.number));
      return sealed && secret ? unseal(secret, purpose, [String(sealed.number)], sealed.text) : null;
    },
  };
}

/** Tokens for tracked links, signed with the current secret. Older tokens stay valid. */
export function signedLinks(secrets: Pick<Secrets, 'current' | 'numbered'>): SignedLinks {
  return {
    sign: async (email_id, links) => {
      const wanted = links.map(({ path, target }) => ({ path, link: { email_id, target } }));
      return signLinks(await secrets.current(), wanted);
    },
    read: async (path, token) => {
      const number = secretNumberOf(token);
      const secret = number === null ? null : await secrets.numbered(number);
      return secret === null ? null : readLink(secret, path, token);
    },
  };
}
