import { finder, splitAtTerms } from '../find.ts';

/** The in-browser search. It loads with its index when the field is first used (D53). */
export async function load(index) {
  const answer = await fetch(index);
  const find = finder(await answer.text());
  return (words) =>
    find(words).map(({ id, title, page, about, terms }) => ({
      id,
      page,
      title: splitAtTerms(title, terms),
      about: splitAtTerms(about, terms),
    }));
}
