import { readdirSync } from 'node:fs';
import { objectKeys } from '../../../shared/store/objects.ts';
import { indexes, keys, partitions } from '../../../shared/store/schema.ts';
import { isFunction, member, objectAt, propertiesOf } from './methods.ts';
import { type Code, childrenOf, exported, isNode, type Node, packageOf, read, resolve } from './source.ts';

/**
 * The calls to AWS that the code of a function can make, found in the sources: from `functions/<name>/handler.ts` along
 * every name that is used, from `ctx.<port>.<method>` to the repository or adapter that `shared/aws/families/` puts
 * there, down to the table, the objects and the commands of the SDK.
 *
 *   action  as IAM names it; a query of an index is `dynamodb:Query:gsi1`
 *   on      how the item's key begins, the object's prefix, the queue; '' where only the action is known
 *   via     the methods of ports that make the call
 */
export type Call = { action: string; on: string; via: string[] };

const composed = 'shared/aws/families';

/** Operations of `shared/store/table.ts`; transactions show by their parts. */
const tableActions: Record<string, string> = {
  get: 'GetItem',
  batchGet: 'BatchGetItem',
  query: 'Query',
  scan: 'Scan',
  put: 'PutItem',
  update: 'UpdateItem',
  delete: 'DeleteItem',
  batchWrite: 'BatchWriteItem',
};

/** Parts of a transaction; a transaction needs the action of each. */
const writeActions: Record<string, string> = {
  put: 'PutItem',
  update: 'UpdateItem',
  delete: 'DeleteItem',
  check: 'ConditionCheckItem',
};

/** Operations of `shared/store/objects.ts`: reading a head needs the right to read, a link the right that it passes on. */
const objectActions: Record<string, string> = {
  get: 'GetObject',
  head: 'GetObject',
  put: 'PutObject',
  link: 'PutObject',
  remove: 'DeleteObject',
};

/** Commands whose action has another name. */
const commandActions: Record<string, string[]> = {
  SendMessageBatch: ['sqs:SendMessage'],
  DeleteMessageBatch: ['sqs:DeleteMessage'],
  ChangeMessageVisibilityBatch: ['sqs:ChangeMessageVisibility'],
  HeadObject: ['s3:GetObject'],
  'lambda:Invoke': ['lambda:InvokeFunction'],
  // SES asks for both where the content is raw.
  'sesv2:SendEmail': ['ses:SendEmail', 'ses:SendRawEmail'],
  CreateSchedule: ['scheduler:CreateSchedule', 'iam:PassRole'],
};

/** Up to the first `#`: what `dynamodb:LeadingKeys` is compared with. */
const leading = (pk: string) => pk.split('#')[0] as string;

const builders: Record<string, object> = { keys, partitions, indexes };

/** What a builder of `schema.ts` makes, called with text to see how it begins. */
function keyOf(group: string, name: string): { pk: string; index?: string } | null {
  const build = (
    builders[group] as Record<string, (...args: unknown[]) => { pk: string; index?: string }> | undefined
  )?.[name];
  const made = build?.('x', 'x', 'x', 'x');
  return made ? { ...made, pk: leading(made.pk) } : null;
}

function prefixesOf(name: string): string[] {
  const build = (objectKeys as unknown as Record<string, (...args: unknown[]) => string>)[name];
  if (!build) return [];
  const firsts = name === 'body' ? ['object', 'scheduled'] : ['x'];
  return firsts.map(
    (first) => build(first, name === 'body' ? { account: 'x', id: 'x' } : 'x', 'x').split('/')[0] ?? '',
  );
}

/** What a piece of code does itself. */
type Effects = Record<
  'table' | 'items' | 'partitioned' | 'indexed' | 'objects' | 'prefixes' | 'queues' | 'others',
  Set<string>
>;

const noEffects = (): Effects => ({
  table: new Set(),
  items: new Set(),
  partitioned: new Set(),
  indexed: new Set(),
  objects: new Set(),
  prefixes: new Set(),
  queues: new Set(),
  others: new Set(),
});

/** A method of a port; null: the port is passed on as a whole. */
type Use = { port: string; method: string | null };

const isAdapter = (file: string) => /^shared\/(store|aws)\//.test(file);

/** Every port of every family, with the code that makes it. */
function portsOf(): Map<string, Code> {
  const files = readdirSync(composed).map((name) => `${composed}/${name}`);
  const families = files.flatMap((file) => {
    const source = read(file);
    const all = [...(source?.declared.values() ?? [])].flat();
    return all.filter(({ scope, value }) => scope === source?.module && value && isFunction(value.node));
  });
  return new Map(families.flatMap(({ value }) => propertiesOf(value as Code)));
}

const ports = portsOf();

/** What every context has and AWS is not part of; `issues` is zod's own `ctx`. */
const based = ['runtime', 'settings', 'log', 'occurrences', 'issues'];

const memberName = (node: Node): string => ((node.property as Node).value as string | undefined) ?? '';

/** The names of a pattern `{ a, b: c }`; those of any other are none. */
const takenOf = (pattern: Node): string[] =>
  pattern.type === 'ObjectPattern'
    ? (pattern.properties as Node[]).map(({ key }) => ((key as Node).value as string) ?? '')
    : [];

/** `ctx.emails.get` and, where a port is passed on, `ctx.emails`. */
function useOf(node: Node): Use | null {
  const taken = node.type === 'VariableDeclarator' && (node.init as Node | null)?.value === 'ctx';
  if (taken && !takenOf(node.id as Node).every((name) => based.includes(name)))
    throw new Error('name ports as ctx.<port>.<method>: the rights of a function are found by it');
  if (node.type !== 'MemberExpression') return null;
  const object = node.object as Node;
  const port = object.type === 'MemberExpression' ? memberName(object) : '';
  if (port !== '' && (object.object as Node).value === 'ctx' && !ports.has(port) && !based.includes(port))
    throw new Error(`ctx.${port} is no port of a family in ${composed}`);
  if (ports.has(port) && isPortOf(object, port, memberName(node))) return { port, method: memberName(node) };
  const bare = object.type === 'Identifier' && object.value === 'ctx' && ports.has(memberName(node));
  return bare ? { port: memberName(node), method: null } : null;
}

/** Whether `<object>.<method>` calls the port: records have fields of the same names. */
function isPortOf(object: Node, port: string, method: string): boolean {
  const found = member(ports.get(port) as Code, method).length > 0;
  if (!found && (object.object as Node).value === 'ctx')
    throw new Error(`no code found for ctx.${port}.${method}`);
  return found;
}

/** IAM's name of a service where its client has another one. */
const prefixes: Record<string, string> = { sesv2: 'ses', eventbridge: 'events' };

/** The action of a command of the SDK, `new GetItemCommand(…)`, or of a paginator, `paginateListTables(…)`. */
function commandActionsOf(node: Node, file: string): string[] {
  const name = String((node.callee as Node).value ?? '');
  const [, service = ''] = /^@aws-sdk\/client-(.+)$/.exec(packageOf(name, file) ?? '') ?? [];
  const [, made, paged] = /^(?:(\w+)Command|paginate(\w+))$/.exec(name) ?? [];
  const command = made ?? paged;
  if (service === '' || command === undefined) return [];
  const prefix = prefixes[service] ?? service.replace('-', '');
  return commandActions[`${service}:${command}`] ?? commandActions[command] ?? [`${prefix}:${command}`];
}

/** The action of a call of `shared/aws/sqs.ts`: `sqs.call('SendMessage', …)`. */
function queueActionsOf(node: Node): string[] {
  const callee = node.callee as Node;
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'call') return [];
  if ((callee.object as Node).value !== 'sqs') return [];
  const [first] = node.arguments as { expression: Node }[];
  const operation = first?.expression.value as string;
  return commandActions[operation] ?? [`sqs:${operation}`];
}

/** Walks code along the names that it uses; `see` says whether to go on below a node. */
function walk(from: Code[], see: (node: Node, file: string) => boolean): void {
  const seen = new Set<Node>();
  const follow = (code: Code | null) => {
    if (code === null || seen.has(code.node)) return;
    seen.add(code.node);
    visit(code);
  };
  const visit = ({ file, node }: Code): void => {
    if (!see(node, file)) return;
    if (node.type === 'Identifier') {
      follow(resolve(node.value as string, { file, node }));
      return;
    }
    if (node.type === 'MemberExpression' && waits(node.object as Node))
      for (const code of objectAt({ file, node })) follow(code);
    if (isSecrets(node)) for (const code of member(secrets, memberName(node))) follow(code);
    for (const child of childrenOf(node)) {
      // Methods of a repository count when they are called.
      const method = isAdapter(file) && node.type === 'ObjectExpression' && isMethod(child);
      if (!method) visit({ file, node: child });
    }
  };
  for (const code of from) follow(code);
}

/** Of a module that is loaded when it is needed: `(await import('./a.ts')).b`. */
const waits = ({ type }: Node) => type === 'ParenthesisExpression' || type === 'AwaitExpression';

/** `Parts` gives the deployment's secrets, which are items of the table. */
const secrets = exported('shared/aws/secrets.ts', 'deploymentSecrets');
const isSecrets = (node: Node) =>
  node.type === 'MemberExpression' && (node.object as Node).value === 'secrets';

const isMethod = (property: Node) =>
  isFunction(property) || (isNode(property.value) && isFunction(property.value));

function effectsOf({ port, method }: Use): Effects {
  const effects = noEffects();
  const way: Code[] = [];
  const made = ports.get(port) as Code;
  const methods = member(made, method, way);
  // A port that is a function has no methods.
  walk([...(methods.length > 0 ? methods : [made]), ...way], (node, file) => {
    note(effects, node, file);
    // What it makes are attributes of an item, not keys that are asked for.
    return !(node.type === 'CallExpression' && (node.callee as Node).value === 'entryOf');
  });
  return effects;
}

function note(effects: Effects, node: Node, file: string): void {
  if (node.type === 'NewExpression')
    for (const action of commandActionsOf(node, file)) effects.others.add(action);
  if (node.type === 'CallExpression') for (const action of queueActionsOf(node)) effects.others.add(action);
  if (node.type === 'ObjectExpression' && file.startsWith('shared/store/')) {
    for (const property of node.properties as Node[]) {
      const name = ((property.key as Node | undefined)?.value ?? property.value) as string;
      const part = Object.hasOwn(writeActions, name) && !isMethod(property) ? writeActions[name] : undefined;
      if (part) effects.table.add(part);
    }
  }
  if (node.type !== 'MemberExpression') return;
  const group = (node.object as Node).value as string;
  const name = memberName(node);
  if (group === 'table' && tableActions[name]) effects.table.add(tableActions[name]);
  if (group === 'objects' && objectActions[name]) effects.objects.add(objectActions[name]);
  if (group === 'objectKeys') for (const prefix of prefixesOf(name)) effects.prefixes.add(prefix);
  if (group === 'config' && name.endsWith('_QUEUE_URL')) effects.queues.add(name);
  const { pk, index } = keyOf(group, name) ?? {};
  if (pk !== undefined && index !== undefined) effects.indexed.add(`${index} ${pk}`);
  else if (pk !== undefined) effects.items.add(pk);
  if (group === 'partitions') effects.partitioned.add(name);
}

/** Routes of an open function have no key: these steps return at once, and its role knows neither keys nor rates. */
const ofKeys = ['shared/http/steps/authenticate.ts', 'shared/http/steps/limit-rate.ts'];

/** Every port method that the code of these files uses. */
function usesOf(files: string[], open: boolean): Use[] {
  const uses = new Map<string, Use>();
  walk(files.map(codeOf), (node, at) => {
    const use = useOf(node);
    if (use) uses.set(`${use.port}.${use.method}`, use);
    return use === null && !(open && ofKeys.includes(at));
  });
  return [...uses.values()];
}

function codeOf(file: string): Code {
  const source = read(file);
  if (source === null) throw new Error(`no ${file}`);
  return { file, node: source.module };
}

const memory = new Map<string, Effects>();

function remembered(use: Use): Effects {
  const name = `${use.port}.${use.method}`;
  const effects = memory.get(name) ?? effectsOf(use);
  memory.set(name, effects);
  return effects;
}

const pairs = (actions: Iterable<string>, on: Iterable<string>): [string, string][] =>
  [...actions].flatMap((action) => [...on].map((each): [string, string] => [action, each]));

/** The calls of one method: each of its actions on each of its keys. */
function callsOfMethod(use: Use): [action: string, on: string][] {
  const { table, items, partitioned, indexed, objects, prefixes, queues, others } = remembered(use);
  const direct = [...table].filter(
    (action) => action !== 'Scan' && (action !== 'Query' || partitioned.size > 0 || indexed.size === 0),
  );
  // The whole table.
  const scans = [...table].filter((action) => action === 'Scan');
  const queries = [...indexed].map((entry) => entry.split(' ') as [string, string]);
  return [
    ...pairs(
      direct.map((action) => `dynamodb:${action}`),
      // Keys that an index gave are not named in the code.
      items.size > 0 ? items : [''],
    ),
    ...scans.map((action): [string, string] => [`dynamodb:${action}`, '']),
    ...queries.map(([index, begin]): [string, string] => [`dynamodb:Query:${index}`, begin]),
    ...pairs(
      [...objects].map((action) => `s3:${action}`),
      prefixes,
    ),
    ...[...others].flatMap((action) => pairs([action], targetsOf(action, { prefixes, queues }))),
  ];
}

function targetsOf(
  action: string,
  { prefixes, queues }: Pick<Effects, 'prefixes' | 'queues'>,
): Iterable<string> {
  if (action.startsWith('s3:')) return prefixes;
  return action === 'sqs:SendMessage' ? queues : [''];
}

/** Every call of a function's code: `open` for one whose routes anyone may call. */
export function callsOf(name: string, { open = false } = {}): Call[] {
  return callsFrom([`functions/${name}/handler.ts`], { open });
}

/** Every call of the code that begins in these files. */
export function callsFrom(files: string[], { open = false } = {}): Call[] {
  const calls = new Map<string, Call>();
  for (const use of usesOf(files, open)) {
    for (const [action, on] of callsOfMethod(use)) {
      const call = calls.get(`${action} ${on}`) ?? { action, on, via: [] };
      call.via.push(use.method === null ? use.port : `${use.port}.${use.method}`);
      calls.set(`${action} ${on}`, call);
    }
  }
  return [...calls.values()].sort((a, b) => `${a.action} ${a.on}`.localeCompare(`${b.action} ${b.on}`));
}

/** The actions of the SDK's commands that the code of these files makes without a port, in their files and in what they use. */
export function commandsFrom(files: string[]): string[] {
  const actions = new Set<string>();
  walk(files.map(codeOf), (node, file) => {
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
    for (const action of isMade ? commandActionsOf(node, file) : []) actions.add(action);
    return true;
  });
  return [...actions].sort();
}
