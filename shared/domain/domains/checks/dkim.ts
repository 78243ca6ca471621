import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { type Checked, type Finding, finding, nothingThere, unread } from './finding.ts';

const testText = Buffer.from('mailwright signing self-test');

/** A DKIM key record's tags by name (RFC 6376 section 3.6.1), without white space. */
function dkimTags(text: string): Map<string, string> {
  const tags = text
    .replace(/"/g, '')
    .split(';')
    .map((tag) => tag.split(/=(.*)/s))
    .map(([name = '', value = '']) => [name.trim().toLowerCase(), value.replace(/\s/g, '')] as const);
  return new Map(tags.filter(([name]) => name !== ''));
}

/** Whether two records publish the same key, ignoring order, white space, and quotes. */
export const sameKey = (text: string, other: string): boolean =>
  (dkimTags(text).get('p') ?? '') !== '' && dkimTags(text).get('p') === dkimTags(other).get('p');

/** Whether a signature by our private key verifies with the key in DNS. Both are base64. */
function signingWorks(private_key: string, published: string): boolean {
  try {
    const own = createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' });
    const dns = createPublicKey({ key: Buffer.from(published, 'base64'), format: 'der', type: 'spki' });
    return verify('sha256', testText, dns, sign('sha256', testText, own));
  } catch {
    return false;
  }
}

/** The DKIM key in DNS, tested by verifying a signature from the domain's private key. */
export async function checkDkim(checked: Checked, private_key: string): Promise<Finding> {
  const { dns, record } = checked;
  const found = await dns.ask('TXT', record.host);
  if (found === null) return unread(record);
  const works = (text: string) => {
    const tags = dkimTags(text);
    const usable = (tags.get('v') ?? 'DKIM1') === 'DKIM1' && (tags.get('k') ?? 'rsa') === 'rsa';
    return usable && signingWorks(private_key, tags.get('p') ?? '');
  };
  if (found.length === 0) return nothingThere(checked, (values) => values.some(works));
  const [only = '', ...others] = found;
  if (others.length > 0)
    return finding('mismatch', found, `${record.host} has ${found.length} TXT records: keep only this one.`);
  if (works(only)) return finding('verified', found);
  const cut = record.value.startsWith(only.trim().slice(0, 100)) && only.length < record.value.length;
  const note = cut
    ? `The key at ${record.host} is truncated: publish the complete value in strings of at most 255 characters.`
    : `${record.host} has a different key: replace it with this value.`;
  return finding('mismatch', found, note);
}
