import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { readTexts } from './files.ts';

const pages = readTexts(['*.md', 'docs/**/*.md']);

// `shared/http/route.ts` wherever it is named; of `shared/domain/<capability>/` the part before the placeholder.
const named =
  /(?<![\w/.-])(?:\.ci|docs|functions|infra|localstack|shared|test|tools)\/[\w./-]*\w\/?(?![\w*]|\.\*)/g;
const linked = /\]\((?!https?:|#)([^)#]+)/g;

function pathsIn(text: string, folder: string): string[] {
  const links = [...text.matchAll(linked)].map(([, path]) => join(folder, path as string));
  return [...new Set([...(text.match(named) ?? []), ...links])];
}

test.each(pages.map(({ path, text }) => [path, text] as const))(
  '%s names only paths that exist',
  (path, text) => {
    const missing = pathsIn(text, dirname(path)).filter((named) => !existsSync(named));
    expect(missing).toEqual([]);
  },
);
