import type { Child, Html } from '../../../shared/http/html.ts';

/** A name and its value. Use `false` for a value that the object lacks. */
export type Fact = [name: string, value: unknown] | false;

/** An object's names and values: below each other, or side by side (`across`). */
export const Facts = ({ entries, look = '' }: { entries: Fact[]; look?: 'across' | '' }): Html => (
  <dl class={look ? `facts ${look}` : 'facts'}>
    {entries.map(
      (one) =>
        one &&
        (look === 'across' ? (
          <div>
            <Entry entry={one} />
          </div>
        ) : (
          <Entry entry={one} />
        )),
    )}
  </dl>
);

const Entry = ({ entry: [name, value] }: { entry: Exclude<Fact, false> }): Html => (
  <>
    <dt>{name}</dt>
    <dd>{value as Child}</dd>
  </>
);
