function hasBareLf(message: Buffer): boolean {
  for (let at = message.indexOf(0x0a); at >= 0; at = message.indexOf(0x0a, at + 1))
    if (message[at - 1] !== 0x0d) return true;
  return false;
}

/** Lines end in CRLF at our own receiver; a message that SES received may have bare line feeds. */
export function withCrlf(message: Buffer): Buffer {
  if (!hasBareLf(message)) return message;
  return Buffer.from(message.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1');
}
