import { readFileSync, writeFileSync } from 'node:fs';
import { routeGroups } from '../functions/routes.ts';
import { openApi } from '../shared/http/openapi.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The document as it is checked in: `npm run openapi` writes it, a test compares it. */
export const openApiText = (): string =>
  `${JSON.stringify(openApi(Object.values(routeGroups).flat(), version), null, 2)}\n`;

if (process.argv[1]?.endsWith('infra/openapi.ts')) writeFileSync('docs/openapi.json', openApiText());
