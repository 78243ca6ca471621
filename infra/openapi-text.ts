import { readFileSync } from 'node:fs';
import { routeGroups } from '../functions/routes.ts';
import { openApi } from '../shared/http/openapi.ts';
import { sdkMethods } from './sdk-methods.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The document as it is checked in: `npm run openapi` writes it, a test compares it. */
export const openApiText = (): string =>
  `${JSON.stringify(openApi(Object.values(routeGroups).flat(), version, sdkMethods), null, 2)}\n`;
