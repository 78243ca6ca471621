import { reserved } from './reserved.ts';
import { Invalid } from './values.ts';

/** Names of maps, starting at the item. The product never addresses a list member. */
export type Path = string[];

export type Operand =
  | { path: Path }
  | { value: string }
  | { call: string; args: Operand[] }
  | { sign: '+' | '-'; left: Operand; right: Operand };

export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { compare: string; left: Operand; right: Operand }
  | { call: string; args: Operand[] };

export type Change = { set: Path; to: Operand } | { remove: Path } | { add: Path; value: string };

const tokens = /\s*(<>|<=|>=|[()=<>,.+-]|[#:]\w+|\w+)/y;

/** Parses a DynamoDB expression, as far as the product uses them. `seen` collects the placeholders. */
class Reader {
  private readonly words: string[] = [];
  private at = 0;
  private readonly names: Record<string, string>;
  private readonly seen: Set<string>;

  constructor(text: string, names: Record<string, string>, seen: Set<string>) {
    this.names = names;
    this.seen = seen;
    tokens.lastIndex = 0;
    for (let end = 0; text.slice(end).trim() !== ''; end = tokens.lastIndex) {
      const found = tokens.exec(text);
      if (found?.[1] === undefined) throw new Invalid(`Syntax error in ${text}`);
      this.words.push(found[1]);
    }
  }

  next(): string | undefined {
    return this.words[this.at];
  }
  take(wanted?: string): string {
    const word = this.words[this.at++];
    if (word === undefined || (wanted !== undefined && word !== wanted))
      throw new Invalid(
        `Syntax error: ${word} where ${wanted ?? 'more'} is expected in ${this.words.join(' ')}`,
      );
    return word;
  }
  skip(word: string): boolean {
    if (this.next()?.toUpperCase() !== word) return false;
    this.at++;
    return true;
  }

  path(): Path {
    const path: Path = [this.name()];
    while (this.skip('.')) path.push(this.name());
    return path;
  }
  private name(): string {
    const word = this.take();
    if (word.startsWith('#')) {
      this.seen.add(word);
      const name = this.names[word];
      if (name === undefined) throw new Invalid(`An expression attribute name is not defined: ${word}`);
      return name;
    }
    if (!/^[a-z_]\w*$/i.test(word)) throw new Invalid(`Syntax error: ${word} is not a name`);
    if (reserved.has(word.toLowerCase()))
      throw new Invalid(`Attribute name is a reserved keyword; reserved keyword: ${word}`);
    return word;
  }
  value(): string {
    const word = this.take();
    if (!word.startsWith(':')) throw new Invalid(`Syntax error: ${word} is not a value`);
    this.seen.add(word);
    return word;
  }
  args(): Operand[] {
    this.take('(');
    const args = [this.operand()];
    while (this.skip(',')) args.push(this.operand());
    this.take(')');
    return args;
  }
  operand(): Operand {
    const word = this.next() ?? '';
    if (word.startsWith(':')) return { value: this.value() };
    if (this.words[this.at + 1] === '(') {
      this.at++;
      return { call: word, args: this.args() };
    }
    return { path: this.path() };
  }

  condition(): Condition {
    const any = [this.conjunction()];
    while (this.skip('OR')) any.push(this.conjunction());
    return any.length === 1 ? (any[0] as Condition) : { any };
  }
  private conjunction(): Condition {
    const all = [this.negation()];
    while (this.skip('AND')) all.push(this.negation());
    return all.length === 1 ? (all[0] as Condition) : { all };
  }
  private negation(): Condition {
    if (this.skip('NOT')) return { not: this.negation() };
    if (this.skip('(')) {
      const inner = this.condition();
      this.take(')');
      return inner;
    }
    return this.comparison();
  }
  private comparison(): Condition {
    const left = this.operand();
    if (this.skip('BETWEEN')) {
      const low = this.operand();
      if (!this.skip('AND')) throw new Invalid('Syntax error: BETWEEN without AND');
      const all = [
        { compare: '>=', left, right: low },
        { compare: '<=', left, right: this.operand() },
      ];
      return { all };
    }
    if (this.skip('IN')) return { any: this.args().map((right) => ({ compare: '=', left, right })) };
    if (['=', '<>', '<', '<=', '>', '>='].includes(this.next() ?? ''))
      return { compare: this.take(), left, right: this.operand() };
    if ('call' in left && left.call !== 'size') return left;
    throw new Invalid(`Syntax error in ${this.words.join(' ')}`);
  }

  paths(): Path[] {
    const paths = [this.path()];
    while (this.skip(',')) paths.push(this.path());
    return paths;
  }
  changes(): Change[] {
    const changes: Change[] = [];
    while (this.next() !== undefined) {
      const section = this.take().toUpperCase();
      do changes.push(this.change(section));
      while (this.skip(','));
    }
    return changes;
  }
  private change(section: string): Change {
    const path = this.path();
    if (section === 'REMOVE') return { remove: path };
    if (section === 'ADD') return { add: path, value: this.value() };
    if (section !== 'SET') throw new Invalid(`Syntax error: ${section}`);
    this.take('=');
    const left = this.operand();
    for (const sign of ['+', '-'] as const)
      if (this.skip(sign)) return { set: path, to: { sign, left, right: this.operand() } };
    return { set: path, to: left };
  }
  end(): void {
    if (this.next() !== undefined)
      throw new Invalid(`Syntax error: ${this.next()} in ${this.words.join(' ')}`);
  }
}

export type Expressions = {
  ConditionExpression?: string | undefined;
  UpdateExpression?: string | undefined;
  KeyConditionExpression?: string | undefined;
  ProjectionExpression?: string | undefined;
  ExpressionAttributeNames?: Record<string, string> | undefined;
  ExpressionAttributeValues?: Record<string, unknown> | undefined;
};

type Parsed = { condition?: Condition; changes?: Change[]; key?: Condition; shown?: Path[] };

const known = new Map<string, Parsed>();

/** The limit of one expression in bytes. */
const most_bytes = 4_096;

/** One call's expressions. Each placeholder must be defined and used. */
export function parse(input: Expressions): Parsed {
  const { ConditionExpression, UpdateExpression, KeyConditionExpression, ProjectionExpression } = input;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const all = [
    ConditionExpression,
    UpdateExpression,
    KeyConditionExpression,
    ProjectionExpression,
    names,
    Object.keys(values).sort(),
  ];
  const text = JSON.stringify(all);
  const found = known.get(text);
  if (found !== undefined) return found;
  const seen = new Set<string>();
  const read = <T>(expression: string | undefined, how: (reader: Reader) => T): T | undefined => {
    if (expression === undefined) return undefined;
    if (Buffer.byteLength(expression) > most_bytes)
      throw new Invalid('Expression size has exceeded the maximum allowed size');
    const reader = new Reader(expression, names, seen);
    const result = how(reader);
    reader.end();
    return result;
  };
  const condition = read(ConditionExpression, (reader) => reader.condition());
  const changes = read(UpdateExpression, (reader) => reader.changes());
  const key = read(KeyConditionExpression, (reader) => reader.condition());
  const shown = read(ProjectionExpression, (reader) => reader.paths());
  const defined = [...Object.keys(names), ...Object.keys(values)];
  for (const one of defined) if (!seen.has(one)) throw new Invalid(`${one} is unused in expressions`);
  for (const one of seen) if (!defined.includes(one)) throw new Invalid(`${one} is not defined`);
  const parsed = {
    ...(condition && { condition }),
    ...(changes && { changes }),
    ...(key && { key }),
    ...(shown && { shown }),
  };
  known.set(text, parsed);
  return parsed;
}
