import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `answer`: what the page shows below the request, null where it shows nothing. */
type Example = {
  method: string;
  path: string;
  headers: Record<string, string>;
  raw: string;
  answer: string | null;
};

/** The ```http blocks of a page of docs/, in their order, and how many answers it shows. */
export function examplesOf(name: string): { examples: Example[]; shown: number } {
  const page = readFileSync(join(__dirname, '../../docs', name), 'utf8');
  const blocks = page.split('```http\n').slice(1);
  const examples = blocks.map((block) => {
    const [head = '', ...body] = (block.split('\n```')[0] ?? '').split('\n\n');
    const [request = '', ...lines] = head.split('\n');
    const [method = '', path = ''] = request.split(' ');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
    const end = block.slice(block.indexOf('\n```'));
    const answer = /^\n```\n\n```json\n([\s\S]*?)\n```/.exec(end)?.[1] ?? null;
    return { method, path, headers, raw: body.join('\n\n'), answer };
  });
  return { examples, shown: page.match(/^```json$/gm)?.length ?? 0 };
}

/** A shown answer as what an answer has to match: `msg_…` is any text that begins like it. */
export const shownAnswer = (answer: string): Record<string, unknown> =>
  JSON.parse(answer, (_, value) =>
    typeof value === 'string' && value.endsWith('…')
      ? expect.stringMatching(new RegExp(`^${value.slice(0, -1)}.`))
      : value,
  );
