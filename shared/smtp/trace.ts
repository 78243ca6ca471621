import { isIP } from 'node:net';
import type { Id } from '../core/runtime.ts';
import { dateOf } from '../mail/compose-relayed.ts';

type Traced = { mail_from: string; helo: string; ip: string; host: string; secure: boolean };

const literal = (ip: string) => (isIP(ip) === 6 ? `[IPv6:${ip}]` : `[${ip}]`);

/**
 * The fields stored before the octets of DATA: `Return-Path` and one `Received`, folded. The client can claim
 * any name, so only its host name characters are kept.
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
