/** How a language writes JSON values. */
type Notation = {
  object: [string, string];
  empty: string;
  pair: (key: string, value: string) => string;
  text: (text: string) => string;
  words: { true: string; false: string; null: string };
  indent: number;
  /** What follows the last of several lines. */
  last: ',' | '';
};

const notations = {
  json: {
    object: ['{ ', ' }'],
    empty: '{}',
    pair: (key, value) => `${JSON.stringify(key)}: ${value}`,
    text: (text) => JSON.stringify(text),
    words: { true: 'true', false: 'false', null: 'null' },
    indent: 2,
    last: '',
  },
  ts: {
    object: ['{ ', ' }'],
    empty: '{}',
    pair: (key, value) => `${/^[A-Za-z_]\w*$/.test(key) ? key : inTypescript(key)}: ${value}`,
    text: (text) => inTypescript(text),
    words: { true: 'true', false: 'false', null: 'null' },
    indent: 2,
    last: ',',
  },
  // A JSON string is a Python string.
  python: {
    object: ['{', '}'],
    empty: '{}',
    pair: (key, value) => `${JSON.stringify(key)}: ${value}`,
    text: (text) => JSON.stringify(text),
    words: { true: 'True', false: 'False', null: 'None' },
    indent: 4,
    last: ',',
  },
  php: {
    object: ['[', ']'],
    empty: 'new stdClass()',
    pair: (key, value) => `${inPhp(key)} => ${value}`,
    text: (text) => inPhp(text),
    words: { true: 'true', false: 'false', null: 'null' },
    indent: 4,
    last: ',',
  },
} satisfies Record<string, Notation>;

/** In single quotes, which keep the double quotes of html readable. */
function inTypescript(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll(String.raw`\"`, '"');
  return `'${escaped.replaceAll("'", String.raw`\'`)}'`;
}

/** PHP reads `\n` only in double quotes, where `$` has to be escaped, too. */
function inPhp(text: string): string {
  if (!/\p{Cc}/u.test(text)) return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
  const escaped = JSON.stringify(text).replaceAll('$', String.raw`\$`);
  return escaped.replace(/\\u([0-9a-f]{4})/g, String.raw`\u{$1}`);
}

const width = 60;

/** A JSON value as a literal: on one line if it fits, otherwise one line for each entry. */
export function literal(value: unknown, language: keyof typeof notations, depth = 0): string {
  const notation: Notation = notations[language];
  if (value === null || typeof value === 'boolean') return notation.words[`${value}`];
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : notation.object;
  const entries = Array.isArray(value)
    ? value.map((one) => literal(one, language, depth + 1))
    : Object.entries(value as object).map(([key, one]) =>
        notation.pair(key, literal(one, language, depth + 1)),
      );
  if (entries.length === 0) return Array.isArray(value) ? '[]' : notation.empty;
  const line = `${open}${entries.join(', ')}${close}`;
  const space = ' '.repeat(notation.indent);
  if (line.length + depth * notation.indent <= width && !line.includes('\n')) return line;
  const lines = entries.map((entry) => `${space.repeat(depth + 1)}${entry}`);
  return `${open.trim()}\n${lines.join(',\n')}${notation.last}\n${space.repeat(depth)}${close.trim()}`;
}
