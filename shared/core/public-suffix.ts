import { parse } from 'tldts';

/** What the public suffix list says of a name, private suffixes such as github.io included (A59). */
export function suffixOf(name: string): { is_suffix: boolean; registrable: string | null } {
  const { domain, publicSuffix } = parse(name, { allowPrivateDomains: true });
  return { is_suffix: publicSuffix === name, registrable: domain };
}
