import { parse } from 'tldts';

/** What the public suffix list says about a name, private suffixes such as github.io included. */
export function suffixOf(name: string): { is_suffix: boolean; registrable: string | null } {
  const { domain, publicSuffix } = parse(name, { allowPrivateDomains: true });
  return { is_suffix: publicSuffix === name, registrable: domain };
}
