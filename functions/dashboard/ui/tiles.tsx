import type { Child, Html } from '../../../shared/http/html.ts';

/** Numbers side by side. */
export const Tiles = ({ children }: { children: Child }): Html => <dl class="numbers tiles">{children}</dl>;

/** A count that opens its emails, with what it means below. */
export const Tile = ({ name, count, children }: { name: string; count: Child; children?: Child }): Html => (
  <div>
    <dt>{name}</dt>
    <dd>{count}</dd>
    {children && <dd class="small">{children}</dd>}
  </div>
);
