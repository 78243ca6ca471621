import { finder } from '../find.ts';

/** The search of the pages, for the browser: loaded with its index when the field is used (D53). */
export async function load(index) {
  const answer = await fetch(index);
  return finder(await answer.text());
}
