import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type Socket } from 'node:net';
import dnsPacket, { type Packet } from 'dns-packet';
import { listen } from '../net.ts';
import { type Forward, forwardToMachine } from './forward.ts';
import { noError, resolveName, serverFailure } from './resolve.ts';
import { createZones, route53Zones, type ZoneSource } from './zones.ts';

type DnsOptions = {
  host?: string;
  awsEndpoint: string;
  /** Replaces the hosted zones of the local cloud. */
  source?: ZoneSource;
  /** Replaces the machine's resolver. */
  forward?: Forward;
};

type RunningDns = { host: string; port: number; close: () => Promise<void> };

// A changed record is visible after this time, or immediately after a NOTIFY.
const freshFor = 100;
const notify = 4;
const opcodeOf = (flags: number) => (flags >> 11) & 15;
// The limits of RFC 1035 without EDNS, and what passes every network with EDNS.
const plainUdpSize = 512;
const maxUdpSize = 1232;

/** A NOTIFY (RFC 1996) for any zone makes the server read all zones again. */
type AnswerQuery = (bytes: Buffer) => Promise<Packet | undefined>;

function answerer(options: DnsOptions): AnswerQuery {
  const zones = createZones(options.source ?? route53Zones(options.awsEndpoint), freshFor);
  const forward = options.forward ?? forwardToMachine;

  return async (bytes) => {
    const query = dnsPacket.decode(bytes);
    const question = query.questions[0];
    if (!question) return undefined;
    if (opcodeOf(query.flags) === notify) {
      zones.forget();
      return { id: query.id, type: 'response', flags: query.flags, questions: [question] };
    }
    const edns = query.additionals?.some(({ type }) => type === 'OPT');
    const resolution = await resolveName(question.name, question.type, zones.find, forward).catch((error) => {
      console.error(`DNS stand-in: ${question.type} ${question.name}: ${error}`);
      return { rcode: serverFailure, authoritative: false, answers: [], authorities: [] };
    });
    const { rcode, authoritative, answers, authorities } = resolution;
    const asked = query.flags & dnsPacket.RECURSION_DESIRED;
    const authority = authoritative ? dnsPacket.AUTHORITATIVE_ANSWER : 0;
    return {
      id: query.id,
      type: 'response',
      flags: asked | authority | dnsPacket.RECURSION_AVAILABLE | rcode,
      questions: [question],
      answers,
      authorities,
      additionals: edns ? [{ type: 'OPT', name: '.', udpPayloadSize: maxUdpSize }] : [],
    };
  };
}

/** Invalid records, such as a TXT string over 255 bytes, are SERVFAIL instead of silence. */
function encode(packet: Packet): Buffer {
  try {
    return dnsPacket.encode(packet);
  } catch (error) {
    console.error(`DNS stand-in: ${packet.questions?.[0]?.name}: ${error}`);
    const flags = ((packet.flags ?? noError) & ~15) | serverFailure;
    return dnsPacket.encode({ ...packet, flags, answers: [], authorities: [] });
  }
}

function forUdp(packet: Packet): Buffer {
  const encoded = encode(packet);
  const limit = packet.additionals?.length ? maxUdpSize : plainUdpSize;
  if (encoded.length <= limit) return encoded;
  const flags = (packet.flags ?? 0) | dnsPacket.TRUNCATED_RESPONSE;
  return encode({ ...packet, flags, answers: [], authorities: [] });
}

function serveUdp(socket: UdpSocket, answer: AnswerQuery): void {
  socket.on('message', async (bytes, from) => {
    try {
      const packet = await answer(bytes);
      if (packet) socket.send(forUdp(packet), from.port, from.address, () => {});
    } catch {
      // Bytes that aren't a DNS question get no response.
    }
  });
}

/** Over TCP, a two-byte length precedes each message (RFC 1035 section 4.2.2). */
function serveTcp(socket: Socket, answer: AnswerQuery): void {
  let waiting = Buffer.alloc(0);
  socket.setTimeout(10_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', async (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    while (waiting.length >= 2 && waiting.length >= 2 + waiting.readUInt16BE(0)) {
      const end = 2 + waiting.readUInt16BE(0);
      const message = waiting.subarray(2, end);
      waiting = waiting.subarray(end);
      try {
        const packet = await answer(message);
        const bytes = packet && encode(packet);
        if (bytes) socket.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]));
      } catch {
        socket.destroy();
      }
    }
  });
}

function bindUdp(socket: UdpSocket, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject).bind(port, host, resolve);
  });
}

/** Binds UDP and TCP to the same free port. If one of them is taken, tries another port. */
async function bindBoth(host: string, answer: AnswerQuery) {
  for (let attempt = 1; ; attempt++) {
    const udp = createSocket('udp4');
    const sockets = new Set<Socket>();
    const tcp = createServer((socket) => {
      sockets.add(socket.once('close', () => sockets.delete(socket)));
      serveTcp(socket, answer);
    });
    try {
      const port = await listen(tcp, 0, host);
      await bindUdp(udp, port, host);
      return { udp, tcp, sockets, port };
    } catch (error) {
      tcp.close();
      udp.close();
      if (attempt === 10) throw error;
    }
  }
}

/** Starts the local cloud's DNS server. It is authoritative for the Route 53 zones and forwards everything else. */
export async function startDns(options: DnsOptions): Promise<RunningDns> {
  const host = options.host ?? '127.0.0.1';
  const answer = answerer(options);
  const { udp, tcp, sockets, port } = await bindBoth(host, answer);
  serveUdp(udp, answer);

  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await Promise.all([
      new Promise((resolve) => tcp.close(resolve)),
      new Promise<void>((resolve) => udp.close(resolve)),
    ]);
  }
  return { host, port, close };
}
