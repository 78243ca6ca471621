import { isIP } from 'node:net';
import type { Answer } from 'dns-packet';
import { unquotedStrings } from '../../shared/core/dns-host.ts';
import type { Forward } from './forward.ts';
import { type FindZone, plainName, type RecordSet, type Zone } from './zones.ts';

const host = (value: string) => value.trim().replace(/\.$/, '');

function mx(value: string) {
  const [preference, exchange = ''] = value.trim().split(/\s+/);
  return { preference: Number(preference), exchange: host(exchange) };
}

function soa(value: string) {
  const [mname = '', rname = '', ...times] = value.trim().split(/\s+/);
  const [serial, refresh, retry, expire, minimum] = times.map(Number);
  return { mname: host(mname), rname: host(rname), serial, refresh, retry, expire, minimum };
}

function address(value: string): string {
  if (!isIP(value.trim())) throw new Error(`${value} is not an address`);
  return value.trim();
}

/** One byte holds the length of a TXT string. */
function txt(value: string): Buffer[] {
  const strings = unquotedStrings(value).map((string) => Buffer.from(string, 'latin1'));
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
  SOA: soa,
};

/** The answers of one record set, under the requested name. Unknown types give none. */
function answersOf(name: string, record: RecordSet): Answer[] {
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

export const noError = 0;
export const serverFailure = 2;
const noSuchName = 3;

type Resolution = { rcode: number; authoritative: boolean; answers: Answer[]; authorities: Answer[] };

const chainAtMost = 8;

/** The record sets at a name, including wildcards (RFC 4592). Undefined if the name doesn't exist. */
function recordsAt(zone: Zone, name: string): Map<string, RecordSet> | undefined {
  const all = [...zone.names.keys()];
  const exists = (one: string) =>
    one === zone.name || all.some((key) => key === one || key.endsWith(`.${one}`));
  if (exists(name)) return zone.names.get(name) ?? new Map();
  let parent = name;
  while (!exists(parent)) parent = parent.slice(parent.indexOf('.') + 1);
  return zone.names.get(`*.${parent}`);
}

function soaOf(zone: Zone): Answer[] {
  const soa = zone.names.get(zone.name)?.get('SOA');
  return soa ? answersOf(zone.name, soa) : [];
}

function localhost(name: string, type: string): Resolution {
  const addresses: Record<string, string> = { A: '127.0.0.1', AAAA: '::1' };
  const data = addresses[type];
  const answers = data ? [{ name, type, ttl: 60, class: 'IN', data }] : [];
  return { rcode: noError, authoritative: true, answers, authorities: [] };
}

/** Names that no DNS has (RFC 6761 6.2, 6.4, 6.5). A resolver answers NXDOMAIN without asking. */
const reserved = /(?:^|\.)(?:test|invalid|example)$/;

/**
 * Answers one question. Our zones are authoritative: CNAMEs are followed, and NXDOMAIN and NODATA include the zone's
 * SOA (RFC 2308). `localhost` and reserved names are answered here (RFC 6761), and everything else goes through
 * `forward`.
 */
export async function resolveName(
  question: string,
  type: string,
  findZone: FindZone,
  forward: Forward,
): Promise<Resolution> {
  const answers: Answer[] = [];
  let name = question;
  for (let hop = 0; hop < chainAtMost; hop++) {
    const wanted = plainName(name);
    if (wanted === 'localhost' || wanted.endsWith('.localhost')) return localhost(name, type);
    const zone = await findZone(wanted);
    if (!zone) {
      const nowhere = { rcode: noSuchName, answers: [] };
      const outside = reserved.test(wanted) ? nowhere : await forward(wanted, type);
      answers.push(...outside.answers);
      return { rcode: outside.rcode, authoritative: hop > 0, answers, authorities: [] };
    }
    const records = recordsAt(zone, wanted);
    const found = records?.get(type);
    const alias = type === 'CNAME' ? undefined : records?.get('CNAME');
    if (found) {
      answers.push(...answersOf(name, found));
      return { rcode: noError, authoritative: true, answers, authorities: [] };
    }
    const target = alias?.ResourceRecords?.[0]?.Value;
    if (!alias || !target) {
      const rcode = records ? noError : noSuchName;
      return { rcode, authoritative: true, answers, authorities: soaOf(zone) };
    }
    answers.push(...answersOf(name, alias));
    name = target.replace(/\.$/, '');
  }
  return { rcode: serverFailure, authoritative: true, answers: [], authorities: [] };
}
