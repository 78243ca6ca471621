import { findUnfit, parseJson, requestHash } from '../../shared/core/json-body.ts';
import { parseInstant } from '../../shared/core/parse-instant.ts';
import { mapShapes, mb, numbered, type Parser, parser, repeat, repeats, type Shape } from './parser.ts';

/** Of a request (P26). */
export const bodyLimit = 5 * mb;

/** Input that the parser or the limits before it refuse. */
const refused: Record<string, Shape<string>> = {
  ...repeats(['[', '{"a":', '{'], '{"a":'),
  'a string not closed': repeat('a', '{"a":"'),
  'a lone surrogate': repeat('a', '{"a":"\\ud800', '"}'),
  ...repeats(['[],', '{},', '"",', '1,'], '{"a":[', '1]}'),
  'short keys': numbered((i) => `"${i.toString(36)}":1,`, '{', '"a":1}'),
  'one key, many times': repeat('"a":1,', '{', '"a":1}'),
  'arrays nested': repeat(`${'['.repeat(60)}${']'.repeat(60)},`, '{"a":[', '1]}'),
};

const line = `\\n${'a'.repeat(50)}`;
const key = (i: number) => String(i).padStart(50, 'k');

/** Input that is parsed: as many values as a body may have, each as long as fits. */
const sound: Record<string, Shape<string>> = {
  'one string': repeat('a', '{"a":"', '"}'),
  'one string outside Latin': repeat('й', '{"a":"', '"}'),
  ...repeats(['\\n', '\\u0041', '\\ud83d\\ude00', '\\"'], '{"a":"', '"}'),
  'one key': repeat('a', '{"', '":1}'),
  'one number': repeat('1', '{"a":', '}'),
  'one fraction': repeat('0', '{"a":0.', '1}'),
  'white space': repeat(' ', '{"a":', '1}'),
  strings: repeat(`"${'a'.repeat(52)}",`, '{"a":[', '1]}'),
  'strings of escapes': repeat(`"${'\\"'.repeat(26)}",`, '{"a":[', '1]}'),
  'strings with line breaks': repeat(`"${line}",`, '{"a":[', '1]}'),
  'variables with line breaks': numbered(
    (i) => `"${key(i)}":"${line}",`,
    '{"template":{"variables":{',
    '"a":1}}}',
  ),
  'strings with NUL': repeat(`"\\u0000${'a'.repeat(46)}",`, '{"a":[', '1]}'),
  numbers: repeat(`${'1'.repeat(54)},`, '{"a":[', '1]}'),
  keys: numbered((i) => `"${key(i)}":1,`, '{', '"a":1}'),
  'keys with line breaks': numbered((i) => `"\\n${key(i)}":1,`, '{', '"a":1}'),
  'keys that begin alike': (size) => {
    const prefix = 'k'.repeat(Math.sqrt(size));
    return numbered((i) => `"${prefix}${i}":1,`, '{', '"a":1}')(size);
  },
  objects: numbered((i) => `{"${key(i)}${key(i)}":1},`, '{"a":[', '1]}'),
  arrays: repeat(`[${'1'.repeat(106)}],`, '{"a":[', '1]}'),
  'arrays nested and white space': repeat(
    `${'['.repeat(60)}${' '.repeat(3_300)}${']'.repeat(60)},`,
    '{"a":[',
    '1]}',
  ),
};

const bytesOf = (text: string) => Buffer.from(text);

/** Values after parsing, so that their handling is measured alone. */
const values = mapShapes(sound, (text) => parseJson(Buffer.from(text)));

export const jsonParsers: Parser[] = [
  parser('JSON', bodyLimit, parseJson, mapShapes({ ...refused, ...sound }, bytesOf)),
  parser('line breaks in JSON', bodyLimit, (value) => findUnfit(value), values),
  parser('request hash', bodyLimit, (value) => requestHash('POST', '/emails', value), values),
  parser('instant', 64, (text: string) => parseInstant(text), {
    ...repeats(['0', 'T', '+', ':', '.']),
    'a long fraction': repeat('1', '2026-01-01T00:00:00.', 'x'),
  }),
];
