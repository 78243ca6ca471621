import type { Child, Html } from '../../../shared/http/html.ts';

type TableContent = {
  caption: string;
  heads: string[];
  rows: unknown[][];
  /** Each row is an object: on narrow screens it becomes a card. */
  list?: true;
  /** The heads of columns that hold numbers. */
  numeric?: readonly string[] | undefined;
};

/** A table in its own horizontally scrolling region. */
export const Table = ({ caption, heads, rows, list, numeric = [] }: TableContent): Html => (
  <section class={list ? 'wide list' : 'wide'} aria-label={caption} tabindex={0}>
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {heads.map((head) => (
            <th scope="col" class={numeric.includes(head) ? 'number' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell, i) => (
              <Cell
                cell={cell}
                head={heads[i] ?? ''}
                isCard={list}
                isNumber={numeric.includes(heads[i] ?? '')}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

type CellContent = { cell: unknown; head: string; isCard: true | undefined; isNumber: boolean };

/** On a card, a cell has its column's name. A card omits the cell if it has no value. */
function Cell({ cell, head, isCard, isNumber }: CellContent): Html {
  const isEmpty = isCard && (cell === false || String(cell) === '–');
  const kinds = [isEmpty && 'none', isNumber && 'number'].filter(Boolean).join(' ');
  return (
    <td data-head={isCard && head} class={kinds || undefined}>
      {cell as Child}
    </td>
  );
}
