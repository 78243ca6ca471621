import type { Child, Html } from '../../../shared/http/html.ts';

export type TableContent = {
  caption: string;
  heads: string[];
  rows: unknown[][];
  /** Each row is an object: on narrow screens it becomes a card. */
  list?: true;
  /** All columns but the first hold numbers. */
  numeric?: true;
};

/** A table in its own horizontally scrolling region. */
export const Table = ({ caption, heads, rows, list, numeric }: TableContent): Html => (
  <section
    class={['wide', list && 'list', numeric && 'numeric'].filter(Boolean).join(' ')}
    aria-label={caption}
    tabindex={0}
  >
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col">{head}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell, i) => (list ? <Cell cell={cell} head={heads[i]} /> : <td>{cell as Child}</td>))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** A cell labeled with its column name. A card omits the cell if it has no value. */
function Cell({ cell, head }: { cell: unknown; head: string | undefined }): Html {
  const isEmpty = cell === false || String(cell) === '–';
  return (
    <td data-head={head} class={isEmpty ? 'none' : undefined}>
      {cell as Child}
    </td>
  );
}
