type State = 'text' | 'open' | 'tag' | 'equals' | 'value';

const blank = /\s/;
/** Reads html and says whether it is in a tag. */
export function htmlPlace() {
  let state: State = 'text';
  let quote = '';

  const begin = (at: State) => {
    [state, quote] = [at, ''];
  };

  const afterName = (char: string) => {
    if (char === '>') begin('text');
    else if (char === '=') state = 'equals';
  };

  const inValue = (char: string) => {
    if (quote === '' && char === '>') begin('text');
    else if (quote === '' ? blank.test(char) : char === quote) begin('tag');
  };

  const next: Record<State, (char: string) => void> = {
    text: (char) => {
      if (char === '<') state = 'open';
    },
    open: (char) => {
      if (/[a-z/!]/i.test(char)) begin('tag');
      else if (char !== '<') state = 'text';
    },
    tag: afterName,
    equals: (char) => {
      if (char === '>') begin('text');
      else if (char === '"' || char === "'") [state, quote] = ['value', char];
      else if (!blank.test(char)) state = 'value';
    },
    value: inValue,
  };

  return {
    read: (html: string): void => {
      for (const char of html) next[state](char);
    },
    value: (): void => {
      if (state === 'open') state = 'text';
      if (state === 'equals') state = 'value';
    },
    inTag: () => state !== 'text' && state !== 'open',
  };
}
