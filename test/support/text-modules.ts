import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { buildSync, transformSync } from 'esbuild';

/**
 * Imports `with { type: 'text' }` and of components, which esbuild and jest have by their own settings, for programs
 * that node runs.
 */
registerHooks({
  load: (url, context, next) => {
    if (url.endsWith('.tsx')) return { format: 'module', source: compiled(url), shortCircuit: true };
    if (context.importAttributes?.type !== 'text') return next(url, context);
    const path = fileURLToPath(url);
    const text = path.endsWith('.css') ? stylesOf(path) : readFileSync(path, 'utf8');
    return { format: 'module', source: `export default ${JSON.stringify(text)}`, shortCircuit: true };
  },
});

function compiled(url: string): string {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  return transformSync(text, { loader: 'tsx', jsx: 'automatic', jsxImportSource: 'hono/jsx' }).code;
}

/** A stylesheet and its imports. */
function stylesOf(path: string): string {
  const built = buildSync({ entryPoints: [path], bundle: true, write: false, external: ['/favicon.ico'] });
  return built.outputFiles[0]?.text ?? '';
}
