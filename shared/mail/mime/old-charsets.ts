const korean = new TextDecoder('euc-kr');

const [so, si, lf] = [0x0e, 0x0f, 0x0a];

/** RFC 1557: KS X 1001 between SO and SI or line end; with the high bit set, its octets are EUC-KR. */
function decodeIso2022Kr(bytes: Uint8Array): string {
  const octets = Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\x1b$)C', ''), 'latin1');
  let shifted = false;
  let length = 0;
  for (const octet of octets) {
    if (octet === so || octet === si || octet === lf) shifted = octet === so;
    if (octet === so || octet === si) continue;
    octets[length++] = shifted && octet > 0x20 && octet < 0x7f ? octet | 0x80 : octet;
  }
  return korean.decode(octets.subarray(0, length));
}

const japanese = new TextDecoder('iso-2022-jp');

const chinese = new TextDecoder('gbk');

const [tilde, open, close, cr] = [0x7e, 0x7b, 0x7d, 0x0d];

/**
 * RFC 1843: GB 2312 between `~{` and `~}` or line end. `~~` is a tilde, and `~` before a line break is
 * nothing.
 */
function decodeHz(bytes: Uint8Array): string {
  const octets = Buffer.from(bytes);
  let shifted = false;
  let length = 0;
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at] ?? 0;
    const escaped = octet === tilde ? octets[at + 1] : undefined;
    if (octet === lf) shifted = false;
    if (escaped === (shifted ? close : open)) shifted = !shifted;
    else if (escaped === undefined || shifted || ![tilde, cr, lf].includes(escaped)) {
      octets[length++] = shifted && octet > 0x20 && octet < 0x7f ? octet | 0x80 : octet;
      continue;
    } else if (escaped === tilde) octets[length++] = tilde;
    else if (escaped === cr) at++;
    at++;
  }
  return chinese.decode(octets.subarray(0, length));
}

const change = '\x1b(?:\\([BIJ]|\\$[@B])';
/**
 * An escape directly followed by another, for example where two encoded words meet. The platform treats it as an error.
 */
const overridden = new RegExp(`${change}(?=${change})`, 'g');

/** RFC 1468. Each word of a header starts and ends in ASCII. */
const decodeIso2022Jp = (bytes: Uint8Array): string =>
  japanese.decode(Buffer.from(Buffer.from(bytes).toString('latin1').replace(overridden, ''), 'latin1'));

const decoders: [labels: string, decode: (bytes: Uint8Array) => string][] = [
  ['iso-2022-kr csiso2022kr', decodeIso2022Kr],
  [
    'iso-2022-jp csiso2022jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso-2022-jp-ext iso-2022-jp-ms cp50220 cp50221 cp50222',
    decodeIso2022Jp,
  ],
  ['hz hz-gb-2312 hz-gb2312', decodeHz],
];
const byLabel = new Map(
  decoders.flatMap(([labels, decode]) => labels.split(' ').map((label) => [label, decode] as const)),
);

/**
 * The decoder for a stateful charset, by lower-case label. The platform and iconv-lite don't support these,
 * or decode fewer of their characters.
 */
export const oldDecoder = (label: string) => byLabel.get(label) ?? null;
