import type { ApiDocument, Operation as Described, Schema } from '../../../api-types/document.ts';
import { answerOf, type Json, jsonOf, kebab, resolved } from './document.ts';
import { exampleOf } from './example.ts';
import { type Field, fieldsOf } from './fields.ts';

/** A command that makes one request: an API operation, or one of its actions. */
export type Operation = {
  /** `webhooks deliveries list`. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  about: string;
  notes?: string;
  query: Field[];
  /** Body fields that options set. Absent without a body. */
  body?: Field[];
  /** Body fields that only `--data` sets. */
  rest?: string[];
  action?: string;
  /** Takes an Idempotency-Key. */
  keyed?: true;
  /** The columns of its list, if it has pages. */
  columns?: string[];
  example: string;
};

type Source = { path: string; method: string; described: Described; action?: string };

const actionsOf = (document: ApiDocument, { requestBody }: Described): string[] => {
  const json = jsonOf(requestBody?.content);
  return (json && resolved(document, json.schema).properties?.action?.enum) ?? [];
};

/** Action `replay_failed` of `webhooks.act` becomes `webhooks replay-failed`. */
const nameOf = (sdk: string, action?: string): string =>
  (action === undefined ? sdk : sdk.replace(/act$/, action)).split('.').map(kebab).join(' ');

/** A heading for one of several actions, such as "Pause an automation". */
function actionAbout(name: string): string {
  const [verb = '', many = ''] = name.split(' ').reverse();
  const one = many.replace(/s$/, '');
  return capital(`${verb.replaceAll('-', ' ')} ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`);
}

function queryOf(document: ApiDocument, { parameters }: Described): Field[] {
  const all = parameters.filter((one) => one.in === 'query');
  const properties = Object.fromEntries(
    all.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
  );
  const required = all.filter((one) => one.required).map(({ name }) => name);
  return fieldsOf(document, { properties, required }).known;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** An action's body fields. A description that starts with "For `name`: " limits its field to that action. */
function bodyFor(action: string, schema: Schema): Schema {
  const mine = `For \`${action}\`: `;
  const fields = Object.entries(schema.properties ?? {}).filter(
    ([name, { description = '' }]) =>
      name !== 'action' && (description.startsWith(mine) || !description.startsWith('For `')),
  );
  const properties = fields.map(([name, field]) => {
    const { description = '' } = field;
    return [name, { ...field, description: capital(description.replace(mine, '')) }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The body's fields, those only for `--data`, and an example. */
function bodyOf(document: ApiDocument, { described, action }: Source) {
  const json = jsonOf(described.requestBody?.content);
  if (json === undefined) return null;
  const schema = resolved(document, json.schema);
  const { known, rest } = fieldsOf(document, action === undefined ? schema : bodyFor(action, schema));
  const { action: shown, ...sample } = json.example as Json;
  const example = action === undefined ? (json.example as Json) : shown === action ? sample : {};
  return { fields: known, dataOnly: rest, example };
}

const names = [
  ...['external_id', 'name', 'email', 'match', 'sender', 'provider', 'from', 'subject'],
  ...['event_type', 'type', 'recipient', 'url', 'domain', 'username'],
];
const states = ['status', 'enabled', 'reason', 'category', 'action', 'version'];
const times = ['created_at', 'occurred_at', 'received_at', 'started_at', 'at'];

/** Table columns for objects with these fields: id, two names, state, and time. */
function columnsOf(fields: readonly string[]): string[] {
  const some = (wanted: string[], max: number) => wanted.filter((one) => fields.includes(one)).slice(0, max);
  const chosen = [...some(['id'], 1), ...some(names, 2), ...some(states, 1), ...some(times, 1)];
  return chosen.length > 1 ? chosen : fields.slice(0, 5);
}

function listColumns(document: ApiDocument, described: Described): string[] | undefined {
  const { properties = {} } = answerOf(described)?.schema ?? {};
  const items = Object.values(properties).find(({ type }) => type === 'array')?.items;
  if (!properties.next_cursor || !items) return undefined;
  return columnsOf(Object.keys(resolved(document, items).properties ?? {}));
}

/** The description, without other actions and without paging, which the CLI handles. */
function notesOf({ description }: Described, isShared: boolean): string {
  const sentences = description.replaceAll('`', '').split(/(?<=\.) /);
  return isShared ? '' : sentences.filter((one) => !/\bhas_more\b/.test(one)).join(' ');
}

function operationOf(document: ApiDocument, source: Source): Operation {
  const { path, method, described, action } = source;
  const { 'x-sdk': sdk = '', summary, parameters } = described;
  const name = nameOf(sdk, action);
  const isShared = action !== undefined && actionsOf(document, described).length > 1;
  const notes = notesOf(described, isShared);
  const body = bodyOf(document, source);
  const columns = listColumns(document, described);
  const fields = body?.fields ?? [];
  return {
    name,
    method: method.toUpperCase() as Operation['method'],
    path,
    about: isShared ? actionAbout(name) : summary,
    ...(notes && { notes }),
    query: queryOf(document, described),
    ...(body && { body: fields }),
    ...(body && body.dataOnly.length > 0 && { rest: body.dataOnly }),
    ...(action && { action }),
    ...(parameters.some((one) => one.in === 'header') && { keyed: true }),
    ...(columns && { columns }),
    example: exampleOf(document, { name, path, fields }, body?.example ?? {}),
  };
}

/** The commands of all operations with an SDK method. Each action of `act` is its own command. */
export function operationsOf(document: ApiDocument): Operation[] {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Source => ({ path, method, described })),
  );
  return all
    .filter(({ described }) => described['x-sdk'] !== undefined)
    .flatMap((source) => {
      if (!source.described['x-sdk']?.endsWith('.act')) return operationOf(document, source);
      return actionsOf(document, source.described).map((action) =>
        operationOf(document, { ...source, action }),
      );
    });
}

/** Resource descriptions, by command name. */
export function groupsOf({ paths, tags }: ApiDocument): Record<string, string> {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods));
  const named = all.map(({ 'x-sdk': sdk = '', tags: [tag] }) => {
    const about = tags.find(({ name }) => name === tag)?.description ?? '';
    return [nameOf(sdk.split('.')[0] ?? ''), about.replace(/\.$/, '')];
  });
  return Object.fromEntries(named.filter(([name]) => name));
}
