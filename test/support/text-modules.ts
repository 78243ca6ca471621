import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Imports `with { type: 'text' }` for programs that Node runs. esbuild and jest have their own settings. */
registerHooks({
  load: (url, context, next) => {
    if (context.importAttributes?.type !== 'text') return next(url, context);
    const text = readFileSync(fileURLToPath(url), 'utf8');
    return { format: 'module', source: `export default ${JSON.stringify(text)}`, shortCircuit: true };
  },
});
