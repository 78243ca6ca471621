/** Name and place of an unknown error, for the log; its message may quote a caller's data, also in its stack, and stays out. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').replace(error.message, () => '').split('\n');
  const first = frames.find((line) => /^\s+at /.test(line)) ?? '';
  return `${error.name} ${first.trim()}`.trimEnd().slice(0, 200);
}
