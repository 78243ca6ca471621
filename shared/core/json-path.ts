export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Step = string | number;

/** Whether a path is that of a field whose steps are these: `[]` is any index, `*` any key, a last `**` all below. */
export function matches(steps: readonly string[], path: readonly Step[]): boolean {
  if (steps.at(-1) === '**') {
    const above = steps.slice(0, -1);
    return path.length > above.length && matches(above, path.slice(0, above.length));
  }
  return (
    steps.length === path.length &&
    steps.every((step, i) => (typeof path[i] === 'number' ? step === '[]' : step === '*' || step === path[i]))
  );
}
