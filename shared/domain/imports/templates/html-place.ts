type State = 'text' | 'open' | 'tag' | 'equals' | 'value';

const blank = /\s/;
const longestName = 40;

/** Reads html and says where it is: in a tag or not, and in the value of which attribute (null: in none). */
export function htmlPlace() {
  let state: State = 'text';
  let quote = '';
  let name = '';
  let named = false;

  const begin = (at: State) => {
    [state, quote, name, named] = [at, '', '', false];
  };

  const inTag = (char: string) => {
    if (char === '>') begin('text');
    else if (char === '=') state = 'equals';
    else if (blank.test(char)) named = true;
    else {
      if (named) name = '';
      named = false;
      if (name.length < longestName) name += char;
    }
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
    tag: inTag,
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
    /** A value that the engine puts here. */
    value: (): void => {
      if (state === 'open') state = 'text';
      if (state === 'equals') state = 'value';
    },
    place: () => ({
      in_tag: state !== 'text' && state !== 'open',
      attribute: state === 'value' || state === 'equals' ? name.toLowerCase() : null,
    }),
  };
}
