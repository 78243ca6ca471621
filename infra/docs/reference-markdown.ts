import type { ApiDocument } from './api-document.ts';
import { callsOf } from './calls.ts';
import { fieldsOf } from './fields.ts';
import { type Named, operationsOf } from './reference.ts';

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

/** A page of the reference as markdown, for programs that read (D48); fields by name only, the document has the rest. */
export function referenceMarkdown(document: ApiDocument, tag: string, title: string): string {
  const { description = '' } = document.tags.find(({ name }) => name === tag) ?? {};
  const parts = operationsOf(document, tag).map((call) => section(call, document));
  return `# ${title}\n\n${description}\n\n${parts.join('\n')}`;
}

function section(call: Named, document: ApiDocument): string {
  const { method, path, operation } = call;
  const body = Object.values(operation.requestBody?.content ?? {})[0];
  const answer = Object.entries(operation.responses).find(([status]) => status < '300')?.[1];
  const example = Object.values(answer?.content ?? {})[0]?.example;
  const names = body
    ? fieldsOf(body.schema, document.components.schemas).map(({ name }) => `\`${name}\``)
    : [];
  const lines = [
    `## ${operation.summary}`,
    `\`${method} {base_url}${path}\`, scope: ${operation['x-scopes']?.join(' or ') ?? 'no key needed'}.`,
    operation.description,
    ...(names.length > 0 ? [`Fields of the body: ${names.join(', ')}.`] : []),
    ...callsOf(call, body?.example).map(({ language, code }) => fenced(language, code)),
    ...(typeof example === 'object' ? [fenced('json', JSON.stringify(example, null, 2))] : []),
  ];
  return `${lines.join('\n\n')}\n`;
}
