import type { AppError } from '../../../shared/core/errors.ts';
import { nameUnseen } from '../../../shared/core/unseen.ts';
import type { SignedInAs } from '../../../shared/domain/sessions/session.ts';
import { type Html, markup, outside } from '../../../shared/http/html.ts';
import type { PageContent } from '../../../shared/http/pages/page.ts';
import type { FrameOptions } from '../../../shared/http/pages/serve-page.ts';
import { htmxPath, scriptPath, stylesPath } from '../assets/files.ts';
import type { IconName } from '../assets/icons.ts';
import { RefusalNotes } from '../parts/parts.tsx';
import { Icon } from './elements.tsx';
import { currentPage, Menu } from './menu.tsx';
import { Palette } from './palette.tsx';

/** htmx settings: no injected styles, no history, and error responses change nothing. */
const htmxConfig = JSON.stringify({
  includeIndicatorCSS: false,
  history: false,
  noSwap: [204, 304, '4xx', '5xx'],
});

/** The frame of every page: skip link, header with search, navigation by role, and main with one h1. */
export function frame(page: PageContent, session: SignedInAs | null, options: FrameOptions): Html {
  const { path, release, theme, utc } = options;
  return markup`<!doctype html>
${(
  <html lang="en" data-theme={theme ?? undefined} data-times={utc ? 'utc' : undefined}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={theme ?? 'light dark'} />
      <title>{nameUnseen(page.name)} · Mailwright</title>
      <link rel="icon" href="/favicon.ico" type="image/svg+xml" />
      <link rel="stylesheet" href={stylesPath} />
      <meta name="htmx-config" content={htmxConfig} />
      <script src={scriptPath} defer></script>
      <script src={htmxPath} defer></script>
    </head>
    <body class={session ? undefined : 'alone'}>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="/">
          <i class="logo" aria-hidden="true"></i>Mailwright
        </a>
        {session && <Search />}
        <a class="plain" href="/docs">
          <Icon name="book" />
          Documentation
        </a>
        {session && <Account session={session} options={options} />}
      </header>
      <div class="body">
        {session && <Menu session={session} here={path} />}
        <main id="main" tabindex={-1}>
          <Head page={page} parent={session && parentOf(session, path)} />
          {page.content}
        </main>
        <p id="news" class="unseen" aria-live="polite"></p>
        <dialog id="asked"></dialog>
        {session && <Palette />}
      </div>
      <footer>{`Mailwright ${release.version}${release.commit === null ? '' : ` (${release.commit.slice(0, 8)})`}`}</footer>
    </body>
  </html>
)}
`;
}

/** The list that an object's page belongs to. */
function parentOf(session: SignedInAs, path: string): { path: string; name: string } | null {
  const current = currentPage(session, path);
  return current && current.path !== path ? current : null;
}

type HeadContent = { page: PageContent; parent: { path: string; name: string } | null };

const Head = ({ page: { name, action }, parent }: HeadContent): Html => (
  <div class="head">
    {parent && (
      <nav class="crumbs" aria-label="Breadcrumb">
        <a href={parent.path}>
          <Icon name="back" />
          {parent.name}
        </a>
      </nav>
    )}
    <h1 tabindex={-1}>{/^[ -~]*$/.test(name) ? name : outside(name)}</h1>
    {action}
  </div>
);

const Search = (): Html => (
  <search>
    <form class="search" action="/search" method="get">
      <label class="unseen" for="q">
        Search by id, name, address, or subject
      </label>
      <input id="q" name="q" type="search" placeholder="Search id, name, address" autocomplete="off" />
      <button type="submit" class="quiet">
        <Icon name="search" />
        <span class="unseen">Search</span>
      </button>
    </form>
  </search>
);

const themes: Choices = [
  ['system', 'System', 'monitor'],
  ['light', 'Light', 'sun'],
  ['dark', 'Dark', 'moon'],
];

const timeZones: Choices = [
  ['local', 'Local', 'pin'],
  ['utc', 'UTC', 'globe'],
];

type AccountContent = { session: SignedInAs; options: FrameOptions };

/** The signed-in member, what this browser shows, and the sign-out button. */
const Account = ({ session: { member }, options }: AccountContent): Html => (
  <details class="account">
    <summary>
      <Icon name="user" />
      <span class="who">{outside(member.email)}</span>
      <Icon name="down" />
    </summary>
    <div class="panel">
      <Switch
        options={options}
        name="theme"
        label="Theme"
        choices={themes}
        chosen={options.theme ?? 'system'}
      />
      <Switch
        options={options}
        name="times"
        label="Times"
        choices={timeZones}
        chosen={options.utc ? 'utc' : 'local'}
      />
      <form method="post" action="/sign-out">
        <button type="submit" class="quiet">
          Sign out
        </button>
      </form>
    </div>
  </details>
);

type Choices = readonly (readonly [value: string, label: string, icon: IconName])[];

type SwitchContent = { options: FrameOptions; name: string; label: string; choices: Choices; chosen: string };

/** A choice that this browser keeps in a cookie. It returns to the page. */
const Switch = ({ options: { path, query = '' }, name, label, choices, chosen }: SwitchContent): Html => (
  <form method="post" action={`/${name}?${new URLSearchParams({ next: `${path}${query}` })}`} class="themes">
    <fieldset>
      <legend>{label}</legend>
      <div>
        {choices.map(([value, text, icon]) => (
          <button
            type="submit"
            class="quiet"
            name={name}
            value={value}
            aria-pressed={value === chosen ? 'true' : 'false'}
          >
            <Icon name={icon} />
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  </form>
);

/** An error page: what went wrong, what to do, a documentation link, and the request id. */
export function errorContent(error: AppError, request_id: string, bare: string | null): PageContent {
  const content = (
    <>
      <div class="fault" role="alert">
        <p>{outside(error.message)}</p>
        <RefusalNotes error={error} request_id={request_id} />
      </div>
      {bare !== null && (
        <p>
          <a href={bare}>Clear filters</a>
        </p>
      )}
      <p>
        <a href="/">Overview</a>
      </p>
    </>
  );
  return { name: names[error.status] ?? 'Something went wrong', content };
}

const names: Record<number, string> = {
  400: 'Invalid request',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict with the current state',
  413: 'Too large',
  422: 'Request rejected',
  429: 'Too many requests',
};
