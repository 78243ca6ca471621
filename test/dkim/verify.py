"""Verifies the DKIM signature of a message with dkimpy, as a receiver would.

    verify.py <DNS host> <DNS port> < message

Writes {"verified": true, "domain": "…", "covered": ["from", …], "signatures": [{"selector", "verified"}, …]}; `covered` is
the h= of the first signature, `signatures` has all of them from the top.
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


message = sys.stdin.buffer.read()
txt = txt_at(sys.argv[1], int(sys.argv[2]))


def verdict_of(index):
    signature = dkim.DKIM(message)
    verified = signature.verify(idx=index, dnsfunc=txt)
    covered = [name.strip().lower() for name in signature.signature_fields[b"h"].decode("ascii").split(":")]
    return {
        "verified": verified,
        "domain": signature.domain.decode("ascii"),
        "covered": covered,
        "selector": signature.selector.decode("ascii"),
    }


names = [name.lower() for name, _ in dkim.DKIM(message).headers]
verdicts = [verdict_of(index) for index in range(names.count(b"dkim-signature"))]
signatures = [{"selector": one["selector"], "verified": one["verified"]} for one in verdicts]
first = verdicts[0]
print(json.dumps({**{name: first[name] for name in ("verified", "domain", "covered")}, "signatures": signatures}))
