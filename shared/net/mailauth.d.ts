declare module 'mailauth/lib/dkim/verify.js' {
  export function dkimVerify(
    message: NodeJS.ReadableStream,
    options: { resolver: unknown; sender: string; minBitLength: number; curTime?: Date },
  ): Promise<{
    fromFields: number;
    results: {
      id: string;
      signingDomain: string;
      status: { result: string; aligned?: unknown; underSized?: number };
    }[];
  }>;
}
declare module 'mailauth/lib/spf/index.js' {
  export function spf(options: {
    sender: string;
    ip: string;
    helo: string;
    mta: string;
    resolver: unknown;
  }): Promise<{ domain?: string; status: { result: string } } | false>;
}
declare module 'mailauth/lib/dmarc/index.js' {
  export function dmarc(options: {
    headerFrom: string[];
    fromFields: number;
    spfDomains: string[];
    dkimDomains: { id: string; domain: string; aligned?: unknown; underSized?: number | undefined }[];
    resolver: unknown;
  }): Promise<{ status: { result: string }; policy?: string } | false>;
}
