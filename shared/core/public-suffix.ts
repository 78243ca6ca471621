import { parse } from 'tldts';

/** The answer of the public suffix list for a name, private suffixes such as github.io included. */
export function suffixOf(name: string): { is_suffix: boolean; registrable: string | null } {
  const { domain, publicSuffix } = parse(name, { allowPrivateDomains: true });
  return { is_suffix: publicSuffix === name, registrable: domain };
}
