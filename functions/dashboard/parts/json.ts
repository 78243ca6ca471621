/** A field that holds JSON; text that is none goes on as it is: the operation says what is wrong with it. */
export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
