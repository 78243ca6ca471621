import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

/** Writes packages/sdk/src/api.d.ts, or with `--print` prints it: the types of every operation and record (D55). */
const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
const head = '// Made from docs/openapi.json by `npm run openapi`. Do not change by hand.\n\n';
const types = head + astToString(await openapiTS(document, { defaultNonNullable: false }));

if (process.argv.includes('--print')) process.stdout.write(types);
else writeFileSync(new URL('../sdk/src/api.d.ts', import.meta.url), types);
