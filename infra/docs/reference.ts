import type { ApiDocument, Operation } from '../../packages/api-types/document.ts';
import { codesOf } from '../../shared/core/errors.ts';
import { codeBlock, tabs } from './code.ts';
import { examplesOf } from './examples.ts';
import { fieldList, fieldsOf, prose } from './fields.ts';
import { type Html, markup } from './html.ts';
import type { Rendered, Section } from './markdown.ts';
import { type Call, requestOf } from './request.ts';

type ReferencePage = { tag: string; path: string; title: string; page: Rendered };

const operationsOf = (document: ApiDocument, tag: string): Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Titles of tags that aren't words. */
const titles: Record<string, string> = {
  ...{ t: 'Tracking', 'openapi.json': 'OpenAPI document', 'opt-outs': 'Opt-outs' },
  ...{ 'api-keys': 'API keys', 'smtp-credentials': 'SMTP credentials' },
};

/** `received-emails` as `Received emails`. */
const titleOf = (tag: string) =>
  titles[tag] ?? `${tag[0]?.toUpperCase()}${tag.slice(1).replaceAll('-', ' ')}`;

/** A tag's page. The page for `openapi.json` must not look like the document's address. */
const pathOf = (tag: string) => `/docs/api/${tag.replace(/\.json$/, '')}`;

/** A page for each tag of docs/openapi.json. */
export const referencePages = (document: ApiDocument): ReferencePage[] =>
  document.tags.map(({ name, description }) => {
    const operations = operationsOf(document, name);
    const title = titleOf(name).replace(/^(?!API )/, 'API: ');
    const first: Section = { id: '', title, text: description };
    return {
      tag: name,
      path: pathOf(name),
      title,
      page: {
        title,
        html: markup`<p>${prose(description)}</p>\n${operations.map((one) => operationHtml(one, document))}`,
        headings: operations.map(({ operation }) => ({
          level: 2,
          id: operation.operationId,
          text: operation.summary,
        })),
        sections: [first, ...operations.map((one) => sectionOf(one, document))],
      },
    };
  });

const sectionOf = ({ method, path, operation }: Call, { components }: ApiDocument): Section => {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const names = body ? fieldsOf(body, components.schemas).map(({ name }) => name) : [];
  return {
    id: operation.operationId,
    title: `${method} ${path}`,
    text: `${operation.summary}. ${operation.description.replaceAll('`', '')} ${operation['x-sdk'] ?? ''} ${names.join(' ')}`,
  };
};

function operationHtml(call: Call, { components: { schemas } }: ApiDocument): Html {
  const { method, path, operation } = call;
  const id = operation.operationId;
  const parameters = operation.parameters.map(({ in: place, schema, description, ...rest }) => ({
    ...rest,
    schema: { ...schema, description },
    place,
  }));
  const body = Object.values(operation.requestBody?.content ?? {})[0];
  const [status = '200', answer] = Object.entries(operation.responses).find(([code]) => code < '400') ?? [];
  const [type, media] = Object.entries(answer?.content ?? {})[0] ?? [];
  const result = media ? fieldsOf(media.schema, schemas) : [];
  const sent = body ? fieldsOf(body.schema, schemas) : [];
  const list = (name: string, fields: typeof result, marked: boolean) =>
    fieldList(`${name} of ${id}`, fields, schemas, { marked });
  return markup`<section aria-labelledby="${id}"><div class="about"><h2 id="${id}">${operation.summary}</h2>
<p class="endpoint"><b class="${method.toLowerCase()}">${method}</b> <code>{base_url}${path}</code></p>
<p>${prose(operation.description)}</p>
${rightsOf(operation)}
${part('Parameters', list('Parameters', parameters, true))}
${part('Body', list('Body', sent, true))}
${part(`Response ${status}`, list('Response', result, false), true)}
${part('Errors', refusalsOf(operation), true)}</div>
<div class="sample">${tabs(`call-${id}`, `Example: ${operation.summary}`, examplesOf(requestOf(call, body?.example)))}
${media?.example === undefined ? '' : exampleOf(`Response ${status}`, type ?? '', media.example)}</div></section>
`;
}

/** A part of an operation. Long parts are folded. */
const part = (name: string, content: Html | null, folded = false): Html | '' => {
  if (!content) return '';
  return folded
    ? markup`<details class="part"><summary>${name}</summary>${content}</details>`
    : markup`<h3>${name}</h3>\n${content}`;
};

const exampleOf = (name: string, type: string, example: unknown): Html =>
  typeof example === 'string'
    ? codeBlock(type === 'text/html' ? 'html' : 'text', example, name)
    : codeBlock('json', JSON.stringify(example, null, 2), name);

const tenantKeys: Record<string, string> = {
  own: "Keys that are limited to a tenant see only that tenant's objects.",
  own_any_scope: "Keys that are limited to a tenant see only that tenant's objects, with any scope.",
  closed: "Keys that are limited to a tenant can't use it.",
};

function rightsOf(operation: Operation): Html {
  const scopes = operation['x-scopes'];
  if (!scopes) return markup`<p>No key needed.</p>`;
  const names = scopes.map((scope, i) => markup`${i > 0 ? ' or ' : ''}<code>${scope}</code>`);
  return markup`<p>Scope: ${names}. ${tenantKeys[operation['x-tenant-keys'] ?? ''] ?? ''}</p>`;
}

/** The error codes an operation may return, by status. */
function refusalsOf({ responses }: Operation): Html | null {
  const lines = Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400)
    .map((status) => {
      const codes = codesOf(status === 422 ? 400 : status).map(
        (code) => markup` <a href="/docs/errors#${code}"><code>${code}</code></a>`,
      );
      return markup`<li><b>${status}</b>${codes}</li>`;
    });
  return lines.length === 0 ? null : markup`<ul class="refusals">${lines}</ul>`;
}

export const referenceHeadings = [
  { level: 2, id: 'operations', text: 'Operations' },
  { level: 2, id: 'payloads', text: 'Webhook payloads' },
];

/** The generated part of `/docs/api`: tags with their operations, and webhook events. */
export function referenceList(document: ApiDocument): Html {
  const lists = document.tags.map(({ name, description }) => {
    const links = operationsOf(document, name).map(
      ({ method, path, operation }) =>
        markup`<li><a href="${pathOf(name)}#${operation.operationId}"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code></a> <span>${operation.summary}</span></li>\n`,
    );
    return markup`<h3><a href="${pathOf(name)}">${titleOf(name)}</a></h3>\n<p>${prose(description)}</p>\n<ul class="operations">${links}</ul>\n`;
  });
  const events = Object.entries(document.webhooks).map(
    ([type, { post }]) =>
      markup`<h3 id="${type}">${type}</h3>\n<p>${post.summary}.</p>\n${codeBlock('json', JSON.stringify(Object.values(post.requestBody.content)[0]?.example, null, 2), 'Payload')}\n`,
  );
  return markup`<h2 id="operations">Operations</h2>\n${lists}\n<h2 id="payloads">Webhook payloads</h2>\n${events}`;
}

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``;

/**
 * A reference page as markdown, for programs. Lists fields by name only, because details are in the document.
 */
export function referenceMarkdown(document: ApiDocument, tag: string, title: string): string {
  const { description = '' } = document.tags.find(({ name }) => name === tag) ?? {};
  const parts = operationsOf(document, tag).map((call) => section(call, document));
  return `# ${title}\n\n${description}\n\n${parts.join('\n')}`;
}

function section(call: Call, document: ApiDocument): string {
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
    ...(names.length > 0 ? [`Body fields: ${names.join(', ')}.`] : []),
    ...examplesOf(requestOf(call, body?.example)).map(({ language, code }) => fenced(language, code)),
    ...(typeof example === 'object' ? [fenced('json', JSON.stringify(example, null, 2))] : []),
  ];
  return `${lines.join('\n\n')}\n`;
}
