import type { Child, Html } from '../../../shared/http/html.ts';
import type { IconName } from '../assets/icons.ts';
import { Icon } from './elements.tsx';

/** A link to something that a search found. `about` is shown after its name. */
export type Result = { icon: IconName; name: Child; about?: Child; href: string };

export type ResultGroup = { name: string; results: Result[] };

/** What a search found, in groups. The palette's script turns them into a list box. */
export const Results = ({ groups }: { groups: ResultGroup[] }): Html => (
  <div class="results">
    {groups.map(
      ({ name, results }) =>
        results.length > 0 && (
          <section aria-label={name}>
            <h2>{name}</h2>
            <ul>
              {results.map((one) => (
                <Row {...one} />
              ))}
            </ul>
          </section>
        ),
    )}
  </div>
);

const Row = ({ icon, name, about, href }: Result): Html => (
  <li>
    <a href={href}>
      <Icon name={icon} />
      <span class="name">{name}</span>
      {about !== undefined && <span class="about">{about}</span>}
    </a>
  </li>
);
