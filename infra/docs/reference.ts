import type { ApiDocument, Operation } from '../../packages/api-types/document.ts';
import { codesOf } from '../../shared/core/errors.ts';
import { escapeHtml } from '../../shared/core/escape.ts';
import { callsOf } from './calls.ts';
import { fieldsOf, fieldTable, prose } from './fields.ts';
import { highlighted } from './highlight.ts';
import type { Rendered, Section } from './markdown.ts';

type Named = { method: string; path: string; operation: Operation };

type ReferencePage = { tag: string; path: string; title: string; page: Rendered };

const operationsOf = (document: ApiDocument, tag: string): Named[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Titles of tags that aren't words. */
const titles: Record<string, string> = { t: 'Tracking', 'openapi.json': 'OpenAPI document' };

/** `opt-outs` as `Opt-outs`. */
const titleOf = (tag: string) => titles[tag] ?? `${tag[0]?.toUpperCase()}${tag.slice(1)}`;

/** A tag's page. The page for `openapi.json` must not look like the document's address. */
const pathOf = (tag: string) => `/docs/api/${tag.replace(/\.json$/, '')}`;

/** A page for each tag of docs/openapi.json. */
export const referencePages = (document: ApiDocument): ReferencePage[] =>
  document.tags.map(({ name, description }) => {
    const operations = operationsOf(document, name);
    const title = `API: ${titleOf(name)}`;
    const first: Section = { id: '', title, text: description };
    return {
      tag: name,
      path: pathOf(name),
      title,
      page: {
        title,
        html: `<h1>${title}</h1>\n<p>${escapeHtml(description)}</p>\n${operations.map((one) => operationHtml(one, document)).join('\n')}`,
        headings: operations.map(({ operation }) => ({
          level: 2,
          id: operation.operationId,
          text: operation.summary,
        })),
        sections: [first, ...operations.map((one) => sectionOf(one, document))],
      },
    };
  });

const sectionOf = ({ method, path, operation }: Named, { components }: ApiDocument): Section => {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const names = body ? fieldsOf(body, components.schemas).map(({ name }) => name) : [];
  return {
    id: operation.operationId,
    title: `${method} ${path}`,
    text: `${operation.summary}. ${operation.description} ${operation['x-sdk'] ?? ''} ${names.join(' ')}`,
  };
};

function operationHtml(named: Named, { components: { schemas } }: ApiDocument): string {
  const { method, path, operation } = named;
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
  const parts = [
    `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(operation.summary)}</h2>`,
    `<p><code>${method} {base_url}${escapeHtml(path)}</code></p>`,
    `<p>${prose(operation.description)}</p>`,
    rightsOf(operation),
    part('Parameters', fieldTable(`Parameters of ${id}`, parameters, schemas, { marked: true })),
    part(
      'Body',
      body && fieldTable(`Body of ${id}`, fieldsOf(body.schema, schemas), schemas, { marked: true }),
    ),
    part(`Response ${status}`, fieldTable(`Response of ${id}`, result, schemas, { marked: false }), true),
    part('Errors', refusalsOf(operation)),
    '<h3>Example</h3>',
    ...callsOf(named, body?.example).map(({ language, code }) => block(language, code)),
    media?.example === undefined ? '' : exampleOf(type ?? '', media.example),
    '</section>',
  ];
  return parts.filter(Boolean).join('\n');
}

/** A part of an operation. Long parts are folded. */
const part = (name: string, content: string | undefined, folded = false): string => {
  if (!content) return '';
  return folded ? `<details><summary>${name}</summary>${content}</details>` : `<h3>${name}</h3>\n${content}`;
};

const block = (language: string, code: string) =>
  `<pre tabindex="0"><code class="language-${language}">${highlighted(code, language)}</code></pre>`;

const exampleOf = (type: string, example: unknown) =>
  typeof example === 'string'
    ? block(type === 'text/html' ? 'html' : 'text', example)
    : block('json', JSON.stringify(example, null, 2));

const tenantKeys: Record<string, string> = {
  own: "Keys that are limited to a tenant see only that tenant's objects.",
  own_any_scope: "Keys that are limited to a tenant see only that tenant's objects, with any scope.",
  closed: "Keys that are limited to a tenant can't use it.",
};

function rightsOf(operation: Operation): string {
  const scopes = operation['x-scopes'];
  if (!scopes) return '<p>No key needed.</p>';
  const names = scopes.map((scope) => `<code>${scope}</code>`).join(' or ');
  return `<p>Scope: ${names}. ${tenantKeys[operation['x-tenant-keys'] ?? ''] ?? ''}</p>`;
}

/** The error codes an operation may return, by status. */
function refusalsOf({ responses }: Operation): string {
  const lines = Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400)
    .map((status) => {
      const codes = codesOf(status === 422 ? 400 : status).map(
        (code) => `<a href="/docs/errors#${code}">${code}</a>`,
      );
      return codes.length === 0 ? `${status}` : `${status} ${codes.join(', ')}`;
    });
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`;
}

/** The generated part of `/docs/api`: tags with their operations, and webhook events. */
export function referenceList(document: ApiDocument): string {
  const lists = document.tags.map(({ name, description }) => {
    const links = operationsOf(document, name).map(
      ({ method, path, operation }) =>
        `<li><a href="${pathOf(name)}#${operation.operationId}"><code>${method} ${escapeHtml(path)}</code></a> ${escapeHtml(operation.summary)}</li>`,
    );
    return `<h3><a href="${pathOf(name)}">${titleOf(name)}</a></h3>\n<p>${escapeHtml(description)}</p>\n<ul>${links.join('\n')}</ul>`;
  });
  const events = Object.entries(document.webhooks).map(
    ([type, { post }]) =>
      `<h3 id="${type}">${type}</h3>\n<p>${escapeHtml(post.summary)}.</p>\n${block('json', JSON.stringify(Object.values(post.requestBody.content)[0]?.example, null, 2))}`,
  );
  return `<h2 id="operations">Operations</h2>\n${lists.join('\n')}\n<h2 id="payloads">Webhook payloads</h2>\n${events.join('\n')}`;
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
    ...(names.length > 0 ? [`Body fields: ${names.join(', ')}.`] : []),
    ...callsOf(call, body?.example).map(({ language, code }) => fenced(language, code)),
    ...(typeof example === 'object' ? [fenced('json', JSON.stringify(example, null, 2))] : []),
  ];
  return `${lines.join('\n\n')}\n`;
}
