/** One input of about `size` bytes. */
export type Shape<Input> = (size: number) => Input;

/** A reader of foreign input: the largest input that reaches it in bytes, and the shapes that cost it most. */
export type Parser = { name: string; limit: number; shapes: Record<string, Shape<() => unknown>> };

export const kb = 1024;
export const mb = 1024 * 1024;

/** A parser whose shapes are inputs of `run`. They are created before anything is measured. */
export function parser<Input>(
  name: string,
  limit: number,
  run: (input: Input) => unknown,
  shapes: Record<string, Shape<Input>>,
): Parser {
  const prepared = Object.entries(shapes).map(([shape, make]) => {
    const prepare: Shape<() => unknown> = (size) => {
      const input = make(size);
      return () => run(input);
    };
    return [shape, prepare] as const;
  });
  return { name, limit, shapes: Object.fromEntries(prepared) };
}

/** The same characters as one flat string, so that parsers don't spend time flattening ropes. */
export const flat = (text: string): string => Buffer.from(text).toString();

/** `head`, the unit as often as fits, and `tail`. */
export const repeat =
  (unit: string, head = '', tail = ''): Shape<string> =>
  (size) => {
    const rest = size - Buffer.byteLength(head + tail);
    return flat(head + unit.repeat(Math.max(0, Math.floor(rest / Buffer.byteLength(unit)))) + tail);
  };

/** `head`, units that all differ, and `tail`. */
export const numbered =
  (unit: (i: number) => string, head = '', tail = ''): Shape<string> =>
  (size) => {
    const parts = [head];
    let length = head.length + tail.length;
    for (let i = 0; length < size; i++) {
      const part = unit(i);
      parts.push(part);
      length += Buffer.byteLength(part);
    }
    return flat(parts.join('') + tail);
  };

/** Two lists that share the size, which a parser must not multiply. */
export const product =
  (first: Shape<string>, second: Shape<string>): Shape<string> =>
  (size) =>
    flat(first(size / 2) + second(size / 2));

/** A shape for each unit, named after it. */
export function repeats(units: string[], head = '', tail = ''): Record<string, Shape<string>> {
  return Object.fromEntries(
    units.map((unit) => [JSON.stringify(head + unit).slice(1, -1), repeat(unit, head, tail)]),
  );
}

/** The same shapes for a parser of something other than text. */
export function mapShapes<From, To>(
  shapes: Record<string, Shape<From>>,
  change: (input: From) => To,
): Record<string, Shape<To>> {
  return Object.fromEntries(
    Object.entries(shapes).map(([name, make]) => [name, (size: number) => change(make(size))]),
  );
}
