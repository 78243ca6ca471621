import { isIP } from 'node:net';
import type { Answer } from 'dns-packet';
import type { RecordSet } from './zones.ts';

/** The strings of a TXT value: quoted ones with their escapes read; an unquoted value is one string. */
function txtStrings(value: string): Buffer[] {
  const quoted = value.match(/"(?:[^"\\]|\\.)*"/gs);
  const strings = quoted ? quoted.map((string) => string.slice(1, -1)) : [value];
  return strings.map((string) =>
    Buffer.from(
      string.replace(/\\(\d{3}|.)/gs, (_, escaped: string) =>
        escaped.length === 3 ? String.fromCharCode(Number.parseInt(escaped, 8)) : escaped,
      ),
      'latin1',
    ),
  );
}

function mx(value: string) {
  const [preference, exchange = ''] = value.trim().split(/\s+/);
  return { preference: Number(preference), exchange: exchange.replace(/\.$/, '') };
}

function caa(value: string) {
  const [, flags = '0', tag = '', text = ''] = /^(\d+)\s+(\w+)\s+"?([^"]*)"?$/.exec(value.trim()) ?? [];
  return { flags: Number(flags), tag, value: text };
}

function soa(value: string) {
  const [mname, rname, serial, refresh, retry, expire, minimum] = value.trim().split(/\s+/);
  return {
    mname: mname?.replace(/\.$/, ''),
    rname: rname?.replace(/\.$/, ''),
    serial: Number(serial),
    refresh: Number(refresh),
    retry: Number(retry),
    expire: Number(expire),
    minimum: Number(minimum),
  };
}

const host = (value: string) => value.trim().replace(/\.$/, '');
function address(value: string): string {
  if (!isIP(value.trim())) throw new Error(`${value} is no address`);
  return value.trim();
}

/** A string of TXT has its length in one byte. */
function txt(value: string): Buffer[] {
  const strings = txtStrings(value);
  if (strings.some((string) => string.length > 255)) throw new Error('a TXT string is longer than 255 bytes');
  return strings;
}

const readers: Record<string, (value: string) => unknown> = {
  A: address,
  AAAA: address,
  CNAME: host,
  NS: host,
  PTR: host,
  TXT: txt,
  MX: mx,
  CAA: caa,
  SOA: soa,
};

/** The answers of one record set, under the name that was asked for; types that we do not know give none. */
export function answersOf(name: string, record: RecordSet): Answer[] {
  const type = record.Type ?? '';
  const read = readers[type];
  if (!read) return [];
  const ttl = record.TTL ?? 60;
  return (record.ResourceRecords ?? []).map(({ Value = '' }) => ({
    name,
    type,
    ttl,
    class: 'IN',
    data: read(Value),
  }));
}
