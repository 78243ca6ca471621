/** What receiving servers say about the address (F 6). */
const aboutAddress =
  /user unknown|no such (user|mailbox|recipient)|does not exist|invalid (recipient|mailbox|address)|mailbox (unavailable|not found|disabled)|unknown (user|recipient|local)|recipient (address )?rejected: (user|access)|account (is )?(disabled|inactive|closed)/i;

const aboutSender =
  /spamhaus|spamcop|barracuda|sorbs|proofpoint|cloudmark|senderscore|\bRBL\b|\bDNSBL\b|block ?list|black ?list|deny ?list|blocked (using|by|due|for)|(ip|host|client|server|address) .{0,40}(blocked|banned|listed|blacklist)|banned sending ip|poor reputation|(low|bad) reputation|unsolicited mail|detected as spam|spam (message|content) rejected|\bS3140\b|\bS3150\b|\[?TSS?0[0-9]\]?|not accepting mail from|too many (connections|messages)/i;

/**
 * How many characters of a response to search. The important words come first, and regular expressions take
 * time.
 */
const looked_at = 2000;

const enhanced = /^\d\.\d{1,3}\.\d{1,3}$/;
/** Doesn't match parts of an IPv4 address (F 6) or of `v4.96.2`. */
const enhancedIn = /(?<![\w.])([245]\.\d{1,3}\.\d{1,3})\b(?!\.\d)/;
const codeIn = /^\D{0,3}([245]\d\d)\b/;

/** What may come before a status at the start: nothing, or the reply code. */
const beforeStatus = /^\W{0,3}(?:[245]\d\d[ -]+\W?)?$/;

/**
 * The enhanced status in a response. A later number whose class differs from the reply code's is a version
 * number, not a status (RFC 3463).
 */
function enhancedOf(text: string, code: string): string {
  const found = enhancedIn.exec(text);
  if (found === null) return '';
  const [, status = ''] = found;
  const isFirst = beforeStatus.test(text.slice(0, found.index));
  return isFirst || status.startsWith(code.slice(0, 1)) ? status : '';
}

/**
 * A bounce's kind (M54, T9). `status` is an enhanced status or three digits. `text` is the receiving server's
 * response.
 */
export function classifyBounce(input: {
  status: string;
  text: string;
}): 'bounce' | 'temporary_failure' | 'provider_block' {
  const text = input.text.slice(0, looked_at);
  const status = input.status.trim();
  const own = /^[245]\d\d$/.test(status) ? status : '';
  const said = codeIn.exec(text)?.[1] ?? '';
  const detail = enhanced.test(status) ? status : enhancedOf(text, said || own);
  if ([detail, own, said].some((code) => code.startsWith('4'))) return 'temporary_failure';
  if (aboutAddress.test(text)) return 'bounce';
  return aboutSender.test(text) || detail.startsWith('5.7.') ? 'provider_block' : 'bounce';
}
