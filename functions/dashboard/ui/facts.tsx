import type { Child, Html } from '../../../shared/http/html.ts';

/** A name and its value; `false` for one that the object does not have. */
export type Fact = [name: string, value: unknown] | false;

/** Names and values of an object. */
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
