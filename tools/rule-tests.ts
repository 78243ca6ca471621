import { writeFileSync } from 'node:fs';
import { basename } from 'node:path/posix';
import { readTexts } from '../test/docs/files.ts';
import { rulesIn } from '../test/docs/rule-book.ts';

const page = 'docs/internals/rules.md';
const maxLinks = 3;

/** Helpers, and the rule book's own tests, which cite rules as examples. */
const notTests = /^test\/(?:support|docs\/rule)/;

/** How often each test file cites each rule. */
function citationsByRule(): Map<string, Map<string, number>> {
  const byRule = new Map<string, Map<string, number>>();
  for (const { path, text } of readTexts(['test/**/*.ts'])) {
    if (notTests.test(path)) continue;
    for (const rule of text.split('\n').flatMap(rulesIn)) {
      const files = byRule.get(rule) ?? new Map<string, number>();
      byRule.set(rule, files.set(path, (files.get(path) ?? 0) + 1));
    }
  }
  return byRule;
}

/** Links to the test files that cite the rule most, then by path. */
function linksTo(files = new Map<string, number>()): string {
  const paths = [...files].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([path]) => path);
  const links = paths
    .slice(0, maxLinks)
    .map((path) => `[${basename(path).replace(/(?:\.test)?\.ts$/, '')}](../../${path})`);
  const more = paths.length - links.length;
  return [...links, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** The rules page, with the tests of each rule in the third column. */
export function pageWithTests(): string {
  const [{ text } = { text: '' }] = readTexts([page]);
  const byRule = citationsByRule();
  return text
    .replace(/^\| ([^|\n]+) \| ([^|\n]+) \|.*$/gm, (_, rule: string, says: string) => {
      const tests = rule === 'rule' ? 'tests' : linksTo(byRule.get(rule)) || '—';
      return `| ${rule} | ${says} | ${tests} |`;
    })
    .replace(/^\|---\|---\|.*$/gm, '|---|---|---|');
}

// `npm run generate`
if (process.argv[1]?.endsWith('tools/rule-tests.ts')) writeFileSync(page, pageWithTests());
