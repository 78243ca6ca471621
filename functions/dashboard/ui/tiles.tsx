import type { Child, Html } from '../../../shared/http/html.ts';

/** A number or a state, with what it means below. */
type Tile = { name: string; value: Child; note?: Child; tone?: 'bad' | undefined };

/** Numbers side by side. */
export const Tiles = ({ tiles, look }: { tiles: Tile[]; look?: 'tiles' | 'health' }): Html => (
  <dl class={look ? `numbers ${look}` : 'numbers'}>
    {tiles.map(({ name, value, note, tone }) => (
      <div>
        <dt>{name}</dt>
        <dd class={tone}>{value}</dd>
        {note && <dd class="small">{note}</dd>}
      </div>
    ))}
  </dl>
);
