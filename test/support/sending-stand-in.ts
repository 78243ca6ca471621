import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { selfSigned } from '../../shared/smtp/self-signed.ts';
import { socksProxy } from './socks-proxy.ts';

export const sendingHosts = ['api.sendgrid.com', 'api.postmarkapp.com', 'api.mailgun.net'] as const;

/** An email as a provider was asked to send it. */
type AskedEmail = {
  from: string;
  to: string;
  subject?: string | undefined;
  text?: string | undefined;
  html?: string | undefined;
  template?: string | undefined;
  variables?: unknown;
};

// biome-ignore lint/suspicious/noExplicitAny: what SDKs of six languages write.
type Json = any;

const blank = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function ofSendgrid(body: Json): AskedEmail {
  const [{ to, dynamic_template_data }] = body.personalizations;
  const part = (type: string) => body.content?.find((one: Json) => one.type === type)?.value;
  return {
    from: body.from.email,
    to: to[0].email,
    subject: blank(body.subject),
    text: part('text/plain'),
    html: part('text/html'),
    template: blank(body.template_id),
    variables: dynamic_template_data,
  };
}

const ofPostmark = (body: Json): AskedEmail => ({
  from: body.From,
  to: body.To,
  subject: blank(body.Subject),
  text: blank(body.TextBody),
  html: blank(body.HtmlBody),
  template: blank(body.TemplateAlias),
  variables: body.TemplateModel,
});

async function ofMailgun(request: IncomingMessage, body: Uint8Array<ArrayBuffer>): Promise<AskedEmail> {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(body, { headers }).formData();
  const field = (name: string) => blank(form.get(name));
  const variables = field('t:variables') ?? field('h:X-Mailgun-Variables');
  return {
    from: field('from') ?? '',
    to: field('to') ?? '',
    subject: field('subject'),
    text: field('text'),
    html: field('html'),
    template: field('template'),
    variables: variables && JSON.parse(variables),
  };
}

/** What each provider answers to an email that it takes. */
const taken: Record<string, { status: number; body: object | null }> = {
  'api.sendgrid.com': { status: 202, body: null },
  'api.postmarkapp.com': {
    status: 200,
    body: { To: 'x', SubmittedAt: '2026-01-01T00:00:00Z', MessageID: 'x', ErrorCode: 0, Message: 'OK' },
  },
  'api.mailgun.net': { status: 200, body: { id: '<x@mg.example>', message: 'Queued. Thank you.' } },
};

/**
 * The three providers as programs send through them, under their own names: `env` leads a program there, whatever its language
 * takes for that, with a certificate that it trusts. `emails` are those that came.
 */
export async function sendingStandIn(files: { certificate: string; write: (text: string) => void }) {
  const emails: AskedEmail[] = [];
  const { certificate, private_key } = selfSigned([...sendingHosts], Date.now());
  files.write(certificate);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = Uint8Array.from(await buffer(request));
    const host = (request.headers.host ?? '').replace(/:\d+$/, '');
    if (host === 'api.mailgun.net') emails.push(await ofMailgun(request, bytes));
    else {
      const body = JSON.parse(Buffer.from(bytes).toString());
      emails.push(host === 'api.sendgrid.com' ? ofSendgrid(body) : ofPostmark(body));
    }
    const { status, body } = taken[host] ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === null ? undefined : JSON.stringify(body));
  };
  const server = createTlsServer({ cert: certificate, key: private_key }, (request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const join = (client: Duplex, head = Buffer.alloc(0)) => {
    const onward = connect(port, '127.0.0.1', () => {
      onward.write(head);
      onward.pipe(client).pipe(onward);
    });
    for (const end of [onward, client]) end.on('error', () => {});
  };
  // For programs that know no other way than a proxy.
  const proxy = createServer().on('connect', (_request, socket, head) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    join(socket, head);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const socks = await socksProxy(join);
  const close = async () => {
    server.closeAllConnections();
    await Promise.all([server, proxy, socks].map((one) => new Promise((done) => one.close(done))));
  };
  const trusted = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'];
  const env = {
    ...Object.fromEntries(trusted.map((name) => [name, files.certificate])),
    STAND_IN_HOSTS: sendingHosts.join(' '),
    STAND_IN_PORT: String(port),
  };
  const proxied = { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  const socks_port = (socks.address() as AddressInfo).port;
  return { emails, env, proxied, socks_port, certificate: files.certificate, close };
}

export type SendingStandIn = Awaited<ReturnType<typeof sendingStandIn>>;
