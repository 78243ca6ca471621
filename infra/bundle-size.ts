import type { Metafile } from 'esbuild';

export type BundleSize = {
  /** Minified bytes that a cold start reads: the entry and all it imports statically. */
  bytes: number;
  /** Minified bytes of chunks that only a dynamic import loads. */
  lazyBytes: number;
};

/** Follows the static imports from the entry; code that only a dynamic import reaches is counted separately. */
export function measure(metafile: Metafile, entry: string): BundleSize {
  const eager = new Set<string>();
  const follow = (file: string): void => {
    const output = metafile.outputs[file];
    if (!output || eager.has(file)) return;
    eager.add(file);
    for (const { path, kind } of output.imports) if (kind === 'import-statement') follow(path);
  };
  follow(entry);
  const scripts = Object.entries(metafile.outputs).filter(([file]) => file.endsWith('.mjs'));
  const sum = (of: typeof scripts) => of.reduce((total, [, output]) => total + output.bytes, 0);
  return {
    bytes: sum(scripts.filter(([file]) => eager.has(file))),
    lazyBytes: sum(scripts.filter(([file]) => !eager.has(file))),
  };
}
