declare module 'mailauth/lib/dkim/dkim-verifier.js' {
  export type SignatureHeader = {
    type: string;
    skip?: string;
    parsed?: { bh?: { value?: string } };
    signingDomain: string;
    /** The domain of `i=`, if present. */
    identityDomain?: string;
    warnings?: string[];
    bodyCanon: string;
    hashAlgo: string;
    maxBodyLength: number | '';
    bodyHashKey?: string;
  };
  /** A field with its folded lines. `key` is its lower-case name, or null for a line that has none. */
  export type HeaderField = { key: string | null; line: Buffer };
  export class DkimVerifier {
    constructor(options: { resolver: unknown; sender: string; minBitLength: number });
    fromFields: number;
    signatureHeaders: SignatureHeader[];
    bodyHashes: Map<string | undefined, { hash?: string | undefined }>;
    messageHeaders(headers: { parsed: HeaderField[] }): Promise<void>;
    verifySignature(signature: SignatureHeader): Promise<{
      id: string;
      signingDomain: string;
      status: { result: string; aligned?: string | false; warnings?: string[] };
    }>;
  }
}
declare module 'mailauth/lib/tools.js' {
  import type { HeaderField } from 'mailauth/lib/dkim/dkim-verifier.js';
  export function parseHeaders(header: Buffer): { parsed: HeaderField[] };
}
declare module 'mailauth/lib/dkim/body/index.js' {
  export function dkimBody(
    canonicalization: string,
    algorithm: string,
    maxBodyLength: number | '',
  ): {
    canonicalizedLength: number;
    bodyHashedBytes: number;
    update: (octets: Buffer) => void;
    digest: (encoding: 'base64') => string;
  };
}
