const korean = new TextDecoder('euc-kr');

const [so, si, lf] = [0x0e, 0x0f, 0x0a];

/** RFC 1557: KS X 1001 between SO and SI, or the end of the line; with the high bit its octets are those of EUC-KR. */
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

/** RFC 1843: GB 2312 between `~{` and `~}` or the end of the line; `~~` is a tilde, one before a line break is nothing. */
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
/** An escape that the next one overrides, as where two encoded words meet: the platform reads it as an error. */
const overridden = new RegExp(`${change}(?=${change})`, 'g');

/** RFC 1468, each word of a header from ASCII to ASCII. */
const decodeIso2022Jp = (bytes: Uint8Array): string =>
  japanese.decode(Buffer.from(Buffer.from(bytes).toString('latin1').replace(overridden, ''), 'latin1'));

/** ASCII, and the 128 characters of the octets above it. */
const codePage = (upper: string) => (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (one) => upper.charAt(one.charCodeAt(0) - 0x80));

const upper437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';
const upper850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const upper852 =
  'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0';

const decoders: [labels: string, decode: (bytes: Uint8Array) => string][] = [
  ['iso-2022-kr csiso2022kr', decodeIso2022Kr],
  [
    'iso-2022-jp csiso2022jp iso-2022-jp-1 iso-2022-jp-2 iso-2022-jp-3 iso-2022-jp-ext iso-2022-jp-ms cp50220 cp50221 cp50222',
    decodeIso2022Jp,
  ],
  ['hz hz-gb-2312 hz-gb2312', decodeHz],
  ['cp437 ibm437 437 cspc8codepage437', codePage(upper437)],
  ['cp850 ibm850 850 cspc850multilingual', codePage(upper850)],
  ['cp852 ibm852 852 cspcp852', codePage(upper852)],
  ['cp858 ibm00858 ibm858 ccsid00858', codePage(upper850.replace('ı', '€'))],
  ['cp862 ibm862 862 cspc862latinhebrew', codePage(`אבגדהוזחטיךכלםמןנסעףפץצקרשת${upper437.slice(27)}`)],
];
const byLabel = new Map(
  decoders.flatMap(([labels, decode]) => labels.split(' ').map((label) => [label, decode] as const)),
);

/** The decoder of a charset, by its label in lower case, that old mail has and the platform does not know. */
export const oldDecoder = (label: string) => byLabel.get(label) ?? null;
