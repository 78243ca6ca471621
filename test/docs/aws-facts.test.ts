import { existsSync, readFileSync } from 'node:fs';
import { firstDeployChecks } from '../../tools/first-deploy/run.ts';

const page = readFileSync('docs/internals/aws-facts.md', 'utf8');
const [asked = '', facts = ''] = page.split('\n## SES\n');
const rowsOf = (text: string, head: string) =>
  text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith(`| ${head} `));

test('every fact has a source of AWS and the places that depend on it [P38]', () => {
  const rows = rowsOf(facts, 'fact');
  expect(rows.length).toBeGreaterThan(30);
  const faults = rows.filter((row) => {
    const [, fact, source = '', places = ''] = row.split(/ ?\| ?/);
    const paths = [...places.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    const sourced = /^\[[^\]]+\]\(https:\/\/docs\.aws\.amazon\.com\/[^)]+\)$/.test(source);
    return !fact || !sourced || paths.length === 0 || !paths.every((path) => existsSync(path));
  });
  expect(faults).toEqual([]);
});

test('what is asked of the first deployment is listed as the 28 checks say it [P39]', () => {
  const rows = firstDeployChecks.map(
    ({ id, question, assumed }) => `| \`${id}\` | ${question} | ${assumed} |`,
  );
  expect(rows).toHaveLength(28);
  // The seven that ten minutes answer come first.
  expect(rowsOf(asked, 'check').sort()).toEqual(rows.sort());
});
