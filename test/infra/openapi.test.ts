import { readFileSync } from 'node:fs';
import { openApiText } from '../../infra/openapi.ts';

test('docs/openapi.json is what the route declarations say (`npm run openapi` writes it)', () => {
  expect(readFileSync('docs/openapi.json', 'utf8')).toBe(openApiText());
});
