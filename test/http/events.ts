import type { GatewayEvent } from '../../shared/http/api-gateway.ts';

type Changes = Partial<Omit<GatewayEvent, 'requestContext'>> & { method?: string };

/** An event as an HTTP API on AWS sends it, with the fields that are read. */
export const awsEvent = ({
  method = 'GET',
  rawPath = '/api/health',
  ...changes
}: Changes = {}): GatewayEvent => ({
  rawPath,
  rawQueryString: '',
  headers: {
    accept: '*/*',
    'content-length': '0',
    host: 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com',
  },
  requestContext: { http: { method, sourceIp: '198.51.100.18' } },
  isBase64Encoded: false,
  ...changes,
});

/** The same request as the local cloud sends it, with cookies among the headers. */
export function localEvent(changes: Changes = {}): GatewayEvent {
  const { cookies, headers, ...event } = awsEvent(changes);
  return { ...event, headers: { ...headers, ...(cookies && { cookie: cookies.join('; ') }) } };
}
