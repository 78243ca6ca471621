const signature = '-----BEGIN PGP SIGNATURE-----\n\niQEz\n-----END PGP SIGNATURE-----\n';
/** Messages that break easily in transit: top-level fields and the body, with LF. Bytes are Latin-1. */
export const relayedKinds: Record<string, [header: string, body: string]> = {
  'a calendar invitation': [
    'MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="=_alt"',
    '--=_alt\nContent-Type: text/plain; charset=utf-8\n\nJoin us\n--=_alt\nContent-Type: text/calendar; method=REQUEST; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\nBEGIN:VCALENDAR\nEND:VCALENDAR\n--=_alt--\n',
  ],
  'S/MIME': [
    'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=smime.p7m',
    'MIAGCSqGSIb3DQEHA6CAMIACAQAxgg==\n',
  ],
  'PGP/MIME with 8-bit text': [
    'Content-Type: multipart/signed; micalg=pgp-sha256;\n protocol="application/pgp-signature"; boundary=b1',
    `--b1\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\nGr\xc3\xbc\xc3\x9fe \n--b1\nContent-Type: application/pgp-signature; name=signature.asc\n\n${signature}--b1--\n`,
  ],
  'format=flowed': ['Content-Type: text/plain; format=flowed; delsp=yes', 'a flowed \nline \n\n-- \nme\n'],
  'ISO-2022-JP': ['Content-Type: text/plain; charset=ISO-2022-JP', '\x1b$B$3$s$K$A$O\x1b(B\n'],
  'odd boundaries, preamble and epilogue': [
    'Content-Type: multipart/mixed; boundary="--=_(a) \'b\'?c"',
    "This is a preamble.\n----=_(a) 'b'?c\n\nno header\n----=_(a) 'b'?c  \nContent-Type: multipart/mixed; boundary=\"--=_(a) 'b'?\"\n\n----=_(a) 'b'?\n\ninner\n----=_(a) 'b'?--\n----=_(a) 'b'?c--\nan epilogue\n----=_(a) 'b'?c\nnot a part\n",
  ],
  'a multipart without its end': ['Content-Type: multipart/mixed; boundary=x', '--x\n\none\n--x\n\ntwo'],
  'a multipart without boundary': ['Content-Type: multipart/mixed', '--x\n\none\n--x--\n'],
  'bad base64': ['Content-Type: text/plain\nContent-Transfer-Encoding: base64', 'a!$%b\n'],
  'an attached message': [
    'Content-Type: multipart/mixed; boundary=o',
    '--o\nContent-Type: message/rfc822\n\nFrom: x@y.example\nContent-Type: multipart/mixed; boundary=i\n\n--i\n\nin\n--i--\n--o--\n',
  ],
  'no header fields for the body': ['Subject: x', 'plain\n'],
  'an empty body': ['Subject: x', ''],
};
