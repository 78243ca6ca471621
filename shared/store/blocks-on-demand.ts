let loading: Promise<typeof import('./limit-blocks.ts')> | null = null;

/** Blocks of limits: few processes ever lease one, and none of those of a small account. */
export function loadBlocks() {
  loading ??= import('./limit-blocks.ts');
  return loading;
}

/** null: this process has leased none. */
export const blocksIfLoaded = () => loading;
