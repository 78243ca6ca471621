type State = 'text' | 'open' | 'tag' | 'equals' | 'double' | 'single' | 'bare';

const isBlank = (char: string) => /\s/.test(char);

function afterEquals(char: string): State {
  if (char === '>') return 'text';
  if (char === '"') return 'double';
  if (char === "'") return 'single';
  return isBlank(char) ? 'equals' : 'bare';
}

/** The state behind a character: values are `double` and `single` quoted, or `bare`. */
const next: Record<State, (char: string) => State> = {
  text: (char) => (char === '<' ? 'open' : 'text'),
  open: (char) => (/[a-z/!]/i.test(char) ? 'tag' : char === '<' ? 'open' : 'text'),
  tag: (char) => (char === '>' ? 'text' : char === '=' ? 'equals' : 'tag'),
  equals: afterEquals,
  double: (char) => (char === '"' ? 'tag' : 'double'),
  single: (char) => (char === "'" ? 'tag' : 'single'),
  bare: (char) => (char === '>' ? 'text' : isBlank(char) ? 'tag' : 'bare'),
};

/** Reads html and says whether it is in a tag; `value`: the engine puts a value here. */
export function htmlPlace() {
  let state: State = 'text';
  return {
    read: (html: string): void => {
      for (const char of html) state = next[state](char);
    },
    value: (): void => {
      if (state === 'open') state = 'text';
      if (state === 'equals') state = 'bare';
    },
    inTag: () => state !== 'text' && state !== 'open',
  };
}
