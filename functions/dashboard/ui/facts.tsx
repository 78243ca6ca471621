import type { Child, Html } from '../../../shared/http/html.ts';

/** A name and its value. Use `false` for a value that the object lacks. */
export type Fact = [name: string, value: unknown] | false;

/** An object's names and values. */
export const Facts = ({ entries }: { entries: Fact[] }): Html => (
  <dl class="facts">
    {entries.map(
      (one) =>
        one && (
          <>
            <dt>{one[0]}</dt>
            <dd>{one[1] as Child}</dd>
          </>
        ),
    )}
  </dl>
);
