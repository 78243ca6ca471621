import { isIP } from 'node:net';
import type { Id } from '../core/runtime.ts';

type Traced = { mail_from: string; helo: string; ip: string; host: string; secure: boolean };

/** `Sun, 22 Nov 2026 13:00:00 +0000` (RFC 5322 3.3). */
const dateOf = (at: number) => new Date(at).toUTCString().replace('GMT', '+0000');

const literal = (ip: string) => (isIP(ip) === 6 ? `[IPv6:${ip}]` : `[${ip}]`);

/**
 * The fields stored before the octets of DATA: `Return-Path` and one `Received`, folded. The client can claim
 * any name, so only host name characters of it are kept.
 */
export function traceOf({ mail_from, helo, ip, host, secure }: Traced, id: Id<'inb'>, at: number): string {
  const name = helo.replace(/[^A-Za-z0-9.:[\]_-]/g, '?').slice(0, 255) || 'unknown';
  return [
    `Return-Path: <${mail_from}>`,
    `Received: from ${name} (${literal(ip)})`,
    ` by ${host} with ESMTP${secure ? 'S' : ''} id ${id};`,
    ` ${dateOf(at)}`,
    '',
  ].join('\r\n');
}
