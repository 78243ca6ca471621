"""Verifies the DKIM signature of a message with dkimpy, as a receiver would.

    verify.py <DNS host> <DNS port> < message

Writes {"verified": true, "domain": "…", "covered": ["from", …]}; `covered` is the signature's h=.
"""

import json
import sys

import dkim
import dns.resolver


def txt_at(host, port):
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers, resolver.port = [host], port

    def txt(name, timeout=5):
        answer = resolver.resolve(name.decode("ascii"), "TXT", lifetime=timeout)
        return b"".join(answer[0].strings)

    return txt


signature = dkim.DKIM(sys.stdin.buffer.read())
verified = signature.verify(dnsfunc=txt_at(sys.argv[1], int(sys.argv[2])))
covered = [name.strip().lower() for name in signature.signature_fields[b"h"].decode("ascii").split(":")]
print(json.dumps({"verified": verified, "domain": signature.domain.decode("ascii"), "covered": covered}))
