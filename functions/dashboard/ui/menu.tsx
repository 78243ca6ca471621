import { grants } from '../../../shared/domain/keys/scopes.ts';
import type { SignedInAs } from '../../../shared/domain/sessions/session.ts';
import type { Html } from '../../../shared/http/html.ts';
import { type NavigationPage, navigation } from '../navigation.ts';
import { Icon } from './elements.tsx';

/** The groups, with the pages that the member may see. */
export const shownTo = ({ member, caller }: SignedInAs) =>
  navigation.flatMap(({ name, pages }) => {
    const shown = pages.filter(
      ({ scope, owner }) =>
        (scope === null || grants(caller.scopes, scope)) && (owner !== true || member.role === 'owner'),
    );
    return shown.length > 0 ? [{ name, pages: shown }] : [];
  });

/** The navigation page at a path, or the list that the path belongs to. */
export const pageAt = (here: string, groups = navigation): NavigationPage | undefined =>
  groups
    .flatMap(({ pages }) => pages)
    .filter(({ path }) => path === here || (path !== '/' && here.startsWith(`${path}/`)))
    .sort((a, b) => b.path.length - a.path.length)[0];

/** The current page. */
export const currentPage = (session: SignedInAs, here: string) => pageAt(here, shownTo(session));

/** The navigation by role. Folded on narrow screens. */
export function Menu({ session, here }: { session: SignedInAs; here: string }): Html {
  const current = currentPage(session, here);
  const state = current?.path === here ? 'page' : 'true';
  return (
    <nav aria-label="Main">
      <details class="fold">
        <summary>
          <Icon name="menu" />
          <span>
            {current && <span class="unseen">Menu: </span>}
            {current?.name ?? 'Menu'}
          </span>
          <Icon name="down" />
        </summary>
        {shownTo(session).map(({ name, pages }) => (
          <>
            {name && <p class="group">{name}</p>}
            <ul aria-label={name ?? undefined}>
              {pages.map((page) => (
                <li>
                  <a href={page.path} aria-current={page.path === current?.path ? state : undefined}>
                    <Icon name={page.icon} />
                    {page.name}
                  </a>
                </li>
              ))}
            </ul>
          </>
        ))}
      </details>
    </nav>
  );
}
