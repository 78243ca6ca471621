import { type Html, markup, outside } from '../../shared/http/html.ts';
import { type Found, splitAtTerms } from './find.ts';

/** The search on its own page, for browsers without script. */
const SearchForm = ({ words }: { words: string }): Html => (
  // biome-ignore lint/a11y/useSemanticElements: the frame's search has the same role, and a different name
  <form role="search" class="again" aria-label="Pages" action="/docs/search" method="get">
    <div class="field">
      <label for="words">Search for</label>
      <input id="words" name="q" type="search" value={words} maxlength={100} />
    </div>
    <button type="submit">Search</button>
  </form>
);

export const Results = ({ words, found }: { words: string; found: readonly Found[] }): Html => (
  <>
    <SearchForm words={words} />
    {words.trim() !== '' && (
      <p role="status">
        {found.length === 1 ? '1 result' : `${found.length} results`} for {outside(words)}
      </p>
    )}
    <ResultList found={found} />
  </>
);

export const Missing = ({ near }: { near: readonly Found[] }): Html => (
  <>
    <p>
      This page doesn’t exist. Search for it, or start at the <a href="/docs">docs home page</a>.
    </p>
    <SearchForm words="" />
    <ResultList found={near} />
  </>
);

const ResultList = ({ found }: { found: readonly Found[] }): Html =>
  found.length === 0 ? (
    markup``
  ) : (
    <ul class="results">
      {found.map(({ id, title, page, about, terms }) => (
        <li>
          <a href={id}>
            {title !== page && <small>{page}</small>}
            <Marked text={title} terms={terms} />
          </a>
          <p>
            <Marked text={about} terms={terms} />
          </p>
        </li>
      ))}
    </ul>
  );

/** Text with the matched words marked. */
const Marked = ({ text, terms }: { text: string; terms: readonly string[] }): Html => (
  <>{splitAtTerms(text, terms).map((part, i) => (i % 2 === 1 ? <mark>{part}</mark> : part))}</>
);
