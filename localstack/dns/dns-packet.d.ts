declare module 'dns-packet' {
  export type Question = { type: string; class?: string; name: string };
  export type Answer = {
    type: string;
    name: string;
    class?: string;
    ttl?: number;
    data?: unknown;
    udpPayloadSize?: number;
  };
  export type Packet = {
    id?: number;
    type?: 'query' | 'response';
    flags?: number;
    questions?: Question[];
    answers?: Answer[];
    authorities?: Answer[];
    additionals?: Answer[];
  };
  const dnsPacket: {
    encode(packet: Packet): Buffer;
    decode(bytes: Buffer): Packet & Required<Pick<Packet, 'id' | 'flags' | 'questions'>>;
    streamEncode(packet: Packet): Buffer;
    AUTHORITATIVE_ANSWER: number;
    TRUNCATED_RESPONSE: number;
    RECURSION_DESIRED: number;
    RECURSION_AVAILABLE: number;
  };
  export default dnsPacket;
}
