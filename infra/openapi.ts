import { readFileSync, writeFileSync } from 'node:fs';
import { routeGroups } from '../functions/routes.ts';
import { openApi } from '../shared/http/openapi.ts';
import { descriptions, tags } from './openapi/descriptions.ts';
import examples from './openapi/examples.json' with { type: 'json' };
import { describedEvents } from './openapi/webhooks.ts';
import { sdkMethods } from './sdk-methods.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The document as it is checked in: `npm run openapi` writes it, a test compares it. */
export const openApiText = (): string => `${JSON.stringify(document(), null, 2)}\n`;

const document = () =>
  openApi(Object.values(routeGroups).flat(), version, {
    sdk: sdkMethods,
    descriptions,
    examples,
    tags,
    events: describedEvents,
  });

// `npm run openapi`
if (process.argv[1]?.endsWith('infra/openapi.ts')) writeFileSync('docs/openapi.json', openApiText());
