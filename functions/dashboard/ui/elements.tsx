import { splitUnseen } from '../../../shared/core/unseen.ts';
import { type Child, type Html, outside } from '../../../shared/http/html.ts';
import type { IconName } from '../assets/icons.ts';

/** A decorative icon, hidden from screen readers. */
export const Icon = ({ name }: { name: IconName }): Html => (
  <i class={`icon i-${name}`} aria-hidden="true"></i>
);

/** Status words, grouped by color and icon. */
const tones = {
  good: 'delivered opened clicked verified active enabled sent published pass completed imported',
  wait: 'queued sending scheduled pending invited running waiting in_progress',
  draft: 'draft',
  warn: 'delayed delivery_delayed unsubscribed partial needs_attention retired',
  bad: 'bounced complained failed suppressed disabled paused fail failing missing mismatch error',
};

type Tone = keyof typeof tones | '';

const toneOf = (word: string): Tone =>
  (Object.keys(tones) as (keyof typeof tones)[]).find((tone) => tones[tone].split(' ').includes(word)) ?? '';

/** A status as a word with an icon, so color is never the only signal. */
export const Badge = ({ word, tone = toneOf(word) }: { word: string; tone?: Tone }): Html => (
  <span class={`status ${tone}`}>{word.replaceAll('_', ' ')}</span>
);

const bannerIcons = { good: 'check', wait: 'clock', warn: 'alert', bad: 'alert' } as const satisfies Record<
  string,
  IconName
>;

type BannerContent = { tone: keyof typeof bannerIcons; title: Child; children?: Child };

/** An object's state in one sentence at the top of its page, with the next step. */
export const Banner = ({ tone, title, children }: BannerContent): Html => (
  <section class={`banner ${tone}`} aria-label="Next step">
    <Icon name={bannerIcons[tone]} />
    <div>
      <p class="title">{title}</p>
      {children}
    </div>
  </section>
);

export type ButtonKind = 'usual' | 'quiet' | 'danger';

/** Submits its form. */
export const Button = ({ label, kind = 'usual' }: { label: string; kind?: ButtonKind }): Html => (
  <button type="submit" class={kind === 'usual' ? undefined : kind}>
    {label}
  </button>
);

/** Enter in a field presses a form's first button, so this one does what the main button does. */
export const FirstButton = ({ label, value }: { label: string; value: string }): Html => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a negative tabindex takes it out of the tab order.
  <button type="submit" class="unseen" name="do" value={value} tabindex={-1} aria-hidden="true">
    {label}
  </button>
);

type BlockContent = { name: string; look?: 'json'; children: Child };

const Block = ({ name, look, children }: BlockContent): Html => (
  <div class="code">
    <section aria-label={name} tabindex={0} data-copy={name}>
      <pre class={look}>{children}</pre>
    </section>
  </div>
);

/** A block of code or plain text, with a copy button. `name` is what it holds, such as `headers`. */
export const Code = ({ name, text }: { name: string; text: string }): Html => (
  <Block name={name}>{outside(text)}</Block>
);

/** The text shown before any objects exist, with one next step. */
export const Empty = ({ text, children }: { text: Child; children?: Child }): Html => (
  <div class="empty">
    <p>{text}</p>
    {children}
  </div>
);

/** A name and its value. Use `false` for a value that the object lacks. */
export type Fact = [name: string, value: unknown] | false;

/** An object's names and values: below each other, side by side (`across`), or on one line (`strip`). */
export const Facts = ({ entries, look }: { entries: Fact[]; look?: 'across' | 'strip' }): Html => (
  <dl class={look ? `facts ${look}` : 'facts'}>
    {entries.map(
      (one) =>
        one &&
        (look ? (
          <div>
            <Entry entry={one} />
          </div>
        ) : (
          <Entry entry={one} />
        )),
    )}
  </dl>
);

const Entry = ({ entry: [name, value] }: { entry: Exclude<Fact, false> }): Html => (
  <>
    <dt>{name}</dt>
    <dd>{value as Child}</dd>
  </>
);

/** The pages of objects by the prefix of their ids. Search knows where every other id leads. */
const pagesOfIds: Record<string, string> = {
  msg: '/emails',
  inb: '/received',
  wh: '/webhooks',
  dom: '/domains',
  tpl: '/templates',
  aut: '/automations',
  ae: '/events',
};

function pathOfId(id: string): string {
  const page = pagesOfIds[id.slice(0, id.indexOf('_'))];
  return page === undefined ? `/search?q=${encodeURIComponent(id)}` : `${page}/${encodeURIComponent(id)}`;
}

/** An id to copy, or to follow to its object. `name` is what it is, such as `email id`. */
export const IdLink = ({ name, id }: { name: string; id: string }): Html => (
  <code data-copy={name}>
    <a href={pathOfId(id)}>{id}</a>
  </code>
);

/** JSON strings. In valid JSON, a quote outside them begins one. */
const strings = /"(?:[^"\\]|\\.)*"/g;
const wholeId = /^"([a-z]{2,3}_[0-9a-hjkmnp-tv-z]{26})"$/;

const escapeOf = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Invisible characters as JSON escapes, so that the text stays the same JSON. */
const escaped = (text: string): string =>
  splitUnseen(text)
    .map((part, i) => (i % 2 === 1 ? part.split('').map(escapeOf).join('') : part))
    .join('');

function Value({ token }: { token: string }): Html {
  const id = wholeId.exec(token)?.[1];
  if (id === undefined)
    return (
      <span class="string">
        <bdi>{escaped(token)}</bdi>
      </span>
    );
  return (
    <>
      "<a href={pathOfId(id)}>{id}</a>"
    </>
  );
}

function highlighted(text: string): Child[] {
  const shown: Child[] = [];
  let at = 0;
  for (const { 0: token, index } of text.matchAll(strings)) {
    shown.push(text.slice(at, index));
    at = index + token.length;
    shown.push(text[at] === ':' ? <bdi>{escaped(token)}</bdi> : <Value token={token} />);
  }
  return [...shown, text.slice(at)];
}

/** A JSON value with colored strings, linked ids, and a copy button. `name` is what it holds. */
export const Json = ({ name, value }: { name: string; value: unknown }): Html => (
  <Block name={name} look="json">
    {highlighted(JSON.stringify(value, null, 2))}
  </Block>
);

/** The actions that a page needs rarely, in a menu. */
export const More = ({ children }: { children: Child }): Html => (
  <details class="more menu">
    <summary>
      More
      <Icon name="down" />
    </summary>
    <div class="panel">{children}</div>
  </details>
);

/** A number or status, with its meaning below. */
type Tile = { name: string; value: Child; note?: Child; tone?: 'bad' | undefined };

/** Numbers side by side. */
export const Tiles = ({ tiles, look }: { tiles: Tile[]; look?: 'tiles' | 'health' }): Html => (
  <dl class={look ? `numbers ${look}` : 'numbers'}>
    {tiles.map(({ name, value, note, tone }) => (
      <div>
        <dt>{name}</dt>
        <dd class={tone}>{value}</dd>
        {note && <dd class="small">{note}</dd>}
      </div>
    ))}
  </dl>
);
