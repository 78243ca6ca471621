import { readFile } from 'node:fs/promises';
import { build, transform } from 'esbuild';
import type { BrowserFiles } from './site.ts';

/** The files of the browser, minified: the dashboard's styles with those of pages of text, and the search. */
export async function browserFiles(): Promise<BrowserFiles> {
  const css = await Promise.all(
    ['functions/dashboard/assets/app.css', 'functions/docs/assets/docs.css'].map((path) =>
      readFile(path, 'utf8'),
    ),
  );
  const styles = await transform(css.join('\n'), { loader: 'css', minify: true });
  const script = await transform(await readFile('functions/docs/assets/docs.js', 'utf8'), { minify: true });
  const search = await build({
    entryPoints: ['functions/docs/assets/search.js'],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  return { styles: styles.code, script: script.code, search: search.outputFiles[0]?.text ?? '' };
}
