import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runTests } from '../../tools/run-tests.ts';

/**
 * `npm run check:collections -- FOLDER`: imports published collections of templates through `POST /migrations` and prints what
 * became of each. FOLDER has a checkout, or copies of it, for each provider:
 *
 *     FOLDER/sendgrid/…/NAME.html, NAME.txt        a dynamic template
 *     FOLDER/postmark/…/NAME/content.html, .txt    with the meta.json that Postmark's CLI writes, where there is one
 *     FOLDER/postmark/…layouts/NAME/content.html   a layout, by the end of a folder's name or by its meta.json
 *     FOLDER/mailgun/…/NAME.html                   a version of a template
 *     FOLDER/manifest.json                         {"sendgrid/NAME": {"subject", "layout", "generation"}}, all optional
 *
 * NAME.html and NAME.txt are one template, in every collection; folders above become part of its name. What else a manifest
 * says, where a text is from, say, is left alone. test/support/collections.ts reads it, test/support/collection-checks.ts has
 * what must hold of every template.
 */
async function main([folder]: string[]): Promise<number> {
  if (folder === undefined || !existsSync(folder)) {
    process.stderr.write('Name the folder with the collections: npm run check:collections -- FOLDER\n');
    return 2;
  }
  process.env.COLLECTIONS = resolve(folder);
  return runTests(() => [[{ args: ['test/api/imports.collections'] }]]);
}

process.exitCode = await main(process.argv.slice(2));
