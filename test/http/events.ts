import type { GatewayEvent } from '../../shared/http/api-gateway.ts';

type Changes = Partial<Omit<GatewayEvent, 'requestContext'>> & { method?: string };

/** An event as an HTTP API on AWS sends it, with every field that it has there. */
export function awsEvent({
  method = 'GET',
  rawPath = '/api/health',
  ...changes
}: Changes = {}): GatewayEvent {
  const event = {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString: '',
    headers: {
      accept: '*/*',
      'content-length': '0',
      host: 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com',
      'user-agent': 'curl/8.7.1',
      'x-amzn-trace-id': 'Root=1-6a5145a9-1bae89e2512ec92d5d9438a0',
      'x-forwarded-for': '198.51.100.18',
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    requestContext: {
      accountId: '123456789012',
      apiId: 'a1b2c3d4e5',
      domainName: 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com',
      domainPrefix: 'a1b2c3d4e5',
      http: {
        method,
        path: rawPath,
        protocol: 'HTTP/1.1',
        sourceIp: '198.51.100.18',
        userAgent: 'curl/8.7.1',
      },
      requestId: 'ATfSmjLgPHcESJw=',
      routeKey: '$default',
      stage: '$default',
      time: '10/Jul/2026:19:19:05 +0000',
      timeEpoch: 1783711145766,
    },
    isBase64Encoded: false,
    ...changes,
  };
  return event;
}

/** The same request as the local cloud sends it: a null for no path parameters, cookies among the headers. */
export function localEvent(changes: Changes = {}): GatewayEvent {
  const { cookies, headers, ...event } = awsEvent(changes);
  const local = {
    ...event,
    headers: { ...headers, ...(cookies && { cookie: cookies.join('; ') }) },
    pathParameters: null,
  };
  return local;
}
