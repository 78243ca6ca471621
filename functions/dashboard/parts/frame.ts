import type { AppError } from '../../../shared/core/errors.ts';
import { nameUnseen } from '../../../shared/core/unseen.ts';
import { grants } from '../../../shared/domain/keys/scopes.ts';
import type { SignedInAs } from '../../../shared/domain/sessions/session.ts';
import type { Release } from '../../../shared/domain/settings.ts';
import { type Html, markup, nothing, outside } from '../../../shared/http/html.ts';
import type { PageContent } from '../../../shared/http/pages/page.ts';
import { htmxPath, script, styles } from '../assets/files.ts';
import { navigation } from '../navigation.ts';
import { refusalNotes } from './parts.ts';

/** The settings of htmx: no styles of its own, no history; an answer that is an error changes nothing. */
const htmxConfig = JSON.stringify({
  includeIndicatorCSS: false,
  history: false,
  noSwap: [204, 304, '4xx', '5xx'],
});

/** Every page: skip link, header with search, navigation by role, main with its one h1. */
export function frame(
  { name, content }: PageContent,
  session: SignedInAs | null,
  { path, release }: { path: string; release: Release },
): Html {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${nameUnseen(name)} · Mailwright</title>
<link rel="stylesheet" href="${styles.path}">
<meta name="htmx-config" content="${htmxConfig}">
<script src="${script.path}" defer></script>
<script src="${htmxPath}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">Mailwright</a>
${session ? search() : nothing}
<a href="/docs">Documentation</a>
${session ? account(session) : nothing}
</header>
<div class="body">
${session ? menu(session, path) : nothing}
<main id="main" tabindex="-1">
<h1 tabindex="-1">${/^[ -~]*$/.test(name) ? name : outside(name)}</h1>
${content}
</main>
<p id="news" class="unseen" aria-live="polite"></p>
<dialog id="asked"></dialog>
</div>
<footer>Mailwright ${release.version}${release.commit === null ? nothing : markup` (${release.commit.slice(0, 8)})`}</footer>
</body>
</html>
`;
}

const search = () =>
  markup`<form class="search" role="search" action="/search" method="get">
<label class="unseen" for="q">Search by id, name, address, or subject</label>
<input id="q" name="q" type="search" placeholder="Search id, name, address" autocomplete="off">
<button type="submit" class="quiet">Search</button>
</form>`;

const account = ({ member }: SignedInAs) =>
  markup`<div class="account"><span>${outside(member.email)}</span>
<form method="post" action="/sign-out"><button type="submit" class="quiet">Sign out</button></form></div>`;

function menu({ member, caller }: SignedInAs, here: string): Html {
  const shown = navigation.filter(
    ({ scope, owner }) =>
      (scope === null || grants(caller.scopes, scope)) && (owner !== true || member.role === 'owner'),
  );
  // The page itself, or the list that the page belongs to.
  const current = shown
    .filter(({ path }) => path === here || (path !== '/' && here.startsWith(`${path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];
  const links = shown.map(
    (one) =>
      markup`<li><a href="${one.path}"${one === current ? markup` aria-current="${one.path === here ? 'page' : 'true'}"` : nothing}>${one.name}</a></li>`,
  );
  const name = current?.name;
  return markup`<nav aria-label="Main"><details class="fold"><summary>${name === undefined ? 'Menu' : `Menu: ${name}`}</summary><ul>${links}</ul></details></nav>`;
}

/** The page of a refusal: what is wrong, what to do, where it is explained, and the id for the log. */
export function errorContent(error: AppError, request_id: string, bare: string | null): PageContent {
  return {
    name: names[error.status] ?? 'This did not work',
    content: markup`<div class="fault" role="alert"><p>${outside(error.message)}</p>${refusalNotes({ error, request_id })}</div>
${bare === null ? nothing : markup`<p><a href="${bare}">The page without filters</a></p>`}
<p><a href="/">Overview</a></p>`,
  };
}

const names: Record<number, string> = {
  400: 'Something is wrong with this request',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Not possible here',
  409: 'Not possible now',
  413: 'Too large',
  422: 'Refused',
  429: 'Too many requests',
};
