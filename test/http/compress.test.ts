import { compressed } from '../../shared/http/pages/compress.ts';

const body = new Uint8Array(2_000);

test.each([
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=1.0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br ; q=0.000,gzip;q=0.001', 'gzip'],
  ['br;q=0, gzip;q=0', null],
  ['x-br', null],
  ['identity', null],
  ['', null],
])('a browser that accepts %j gets %j [D42]', (accepted, encoding) => {
  const request = new Request('http://x', { headers: { 'accept-encoding': accepted } });
  expect(compressed(request, body).encoding).toBe(encoding);
});
