import { writeFileSync } from 'node:fs';
import { openApiText } from './openapi-text.ts';

writeFileSync('docs/openapi.json', openApiText());
