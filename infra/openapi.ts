import { readFileSync, writeFileSync } from 'node:fs';
import { attachments } from '../functions/emails/attachment-routes.ts';
import { resources } from '../functions/resources.ts';
import { routeGroups } from '../functions/routes.ts';
import { openApi } from '../shared/http/openapi.ts';
import written from './openapi/examples.json' with { type: 'json' };
import { describeFields, readSentences } from './openapi/fields.ts';
import { describedEvents } from './openapi/webhooks.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** Descriptions of tags whose operations belong to no resource. */
const tags: Record<string, string> = {
  events: 'Events from your application that start, resume, or cancel automation runs.',
  account: "The account's plan, limits, and state.",
  usage: 'Daily sending volume, and usage against the plan.',
  deliverability: 'Delivery, bounce, and complaint rates.',
  health: 'Check that the service is up and which release it runs.',
  'openapi.json': "This API's OpenAPI document.",
  t: 'Tracking pixels and tracked links.',
  unsubscribe: 'The pages that unsubscribe links open.',
  doctor: "The webhook endpoint for the operator's self-test.",
  listen: 'A placeholder URL for webhook endpoints whose events you read from the delivery log.',
};

const about = Object.fromEntries(
  [...resources, attachments].map(({ path, about = '' }) => [path.slice(1), about]),
);

type Examples = Record<string, { request?: unknown; answer: unknown }>;

/** The examples, with each `{ "same_as": "postTenants.answer.tenant" }` replaced by the value at that path. */
function filled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(filled);
  if (!('same_as' in value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)]));
  const at = (node: unknown, name: string) => (node as Record<string, unknown>)[name];
  return filled(String(value.same_as).split('.').reduce(at, written));
}

/** The document as checked in. `npm run generate` writes it, and a test compares it. */
export const openApiText = (): string => `${JSON.stringify(document(), null, 2)}\n`;

function document() {
  const made = openApi(Object.values(routeGroups).flat(), version, {
    examples: filled(written) as Examples,
    tags: { ...tags, ...about },
    events: describedEvents,
  });
  const faults = describeFields(made, readSentences());
  if (faults.length > 0) throw new Error(`Missing or unused field descriptions:\n${faults.join('\n')}`);
  return made;
}

// `npm run generate`
if (process.argv[1]?.endsWith('infra/openapi.ts')) writeFileSync('docs/openapi.json', openApiText());
