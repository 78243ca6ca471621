/** Fields that SES writes above a message, in any order. The last of them is its signature. */
const ownFields =
  /^(?:return-path|received|received-spf|authentication-results|x-ses-spam-verdict|x-ses-virus-verdict|x-ses-receipt)$/i;
const lastField = /^x-ses-dkim-signature$/i;
const maxFields = 20;

const isFolded = (octet: number | undefined) => octet === 0x20 || octet === 0x09;

/** The end of the field starting at `from`, after its line break. The length if no other follows. */
function endOfField(raw: Buffer, from: number): number {
  let at = from;
  do {
    const end = raw.indexOf(0x0a, at);
    if (end < 0) return raw.length;
    at = end + 1;
  } while (isFolded(raw[at]));
  return at;
}

/** The octets as sent, without the fields SES adds, so repeats compare equal. Pure. */
export function sentPart(raw: Buffer): Buffer {
  let at = 0;
  for (let count = 0; count < maxFields && at < raw.length; count++) {
    const end = endOfField(raw, at);
    const name =
      raw
        .toString('latin1', at, Math.min(end, at + 80))
        .split(':')[0]
        ?.trim() ?? '';
    if (lastField.test(name)) return raw.subarray(end);
    if (!ownFields.test(name)) return raw;
    at = end;
  }
  return raw;
}
