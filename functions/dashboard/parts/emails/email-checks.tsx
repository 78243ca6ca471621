import type { EmailSource } from '../../../../shared/core/records/emails.ts';
import { type Child, type Html, outside } from '../../../../shared/http/html.ts';
import { numberText } from '../numbers.tsx';

/** Gmail shows this much of a message's html, and a link to the rest. */
const gmailClip = 102 * 1024;

/** Placeholders of a template language that was not applied. The unsubscribe link's is filled when sending. */
const placeholders = /\{\{(?!\s*unsubscribe_url\s*\}\})[^{}]{1,80}\}\}|\*\|[A-Z0-9_:]{1,40}\|\*/g;

const maxNamed = 5;

type Checked = { subject: string; html: string | null; text: string | null; source: EmailSource };

/** The placeholders left in an email, each once. */
function placeholdersIn({ subject, html, text }: Omit<Checked, 'source'>): string[] {
  const found = [subject, html ?? '', text ?? ''].flatMap((part) => part.match(placeholders) ?? []);
  return [...new Set(found)];
}

type Result = { isFine: true; title: string } | { isFine: false; title: string; advice: Child };

const kilobytes = (bytes: number): string => `${numberText(Math.ceil(bytes / 1024))} KB`;

function sizeOf(html: string | null): Result | null {
  if (html === null) return null;
  const size = Buffer.byteLength(html);
  const limit = kilobytes(gmailClip);
  if (size <= gmailClip) return { isFine: true, title: `${kilobytes(size)} of HTML, under Gmail’s ${limit}` };
  const advice = `Gmail cuts off messages over ${limit} and hides the rest behind a link. Shorten the HTML.`;
  return { isFine: false, title: `${kilobytes(size)} of HTML`, advice };
}

/** The API adds a missing text part. A relayed message keeps its own parts. */
function textPartOf({ html, text, source }: Checked): Result {
  if (text !== null) return { isFine: true, title: 'Has a text part' };
  if (source !== 'smtp') return { isFine: true, title: 'Text part generated from the HTML' };
  const advice = 'Add one for spam filters and for readers who don’t see HTML.';
  return html === null
    ? { isFine: true, title: 'No text' }
    : { isFine: false, title: 'No text part', advice };
}

function placeholdersOf(email: Checked): Result {
  const left = placeholdersIn(email);
  if (left.length === 0) return { isFine: true, title: 'No unfilled placeholders' };
  const more = left.length > maxNamed ? ` and ${numberText(left.length - maxNamed)} more` : '';
  return {
    isFine: false,
    title: left.length === 1 ? '1 unfilled placeholder' : `${numberText(left.length)} unfilled placeholders`,
    advice: (
      <>
        {outside(left.slice(0, maxNamed).join(', '))}
        {more}. Recipients see them as text. Set a value for each.
      </>
    ),
  };
}

/** Three checks of an email's content: its size, its text part, and placeholders left in it. */
export function Checks({ email }: { email: Checked }): Html {
  const results = [sizeOf(email.html), textPartOf(email), placeholdersOf(email)];
  return (
    <ul class="checks" aria-label="Checks">
      {results.map(
        (one) =>
          one && (
            <li class={one.isFine ? 'fine' : 'wrong'}>
              <span class={one.isFine ? 'status good' : 'status warn'}>{one.title}</span>
              {!one.isFine && one.advice}
            </li>
          ),
      )}
    </ul>
  );
}
