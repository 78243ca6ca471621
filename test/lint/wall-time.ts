/** What reads a clock that runs on while a machine is busy with something else. */
const clock = /\b(?:performance\.now|Date\.now|hrtime(?:\.bigint)?)\(\)/;

/** The names that a text gives to seconds or milliseconds between two moments. */
function spansIn(text: string): string[] {
  const named = [
    ...text.matchAll(/\b(?:const|let) (\w+) =([^;{]*);/g),
    ...text.matchAll(/\b(\w+): ([^,;{}]*)/g),
  ];
  return named.flatMap(([, name = '', value = '']) => (clock.test(value) && / - /.test(value) ? [name] : []));
}

/**
 * The assertions of a test that something took less than some time, as far as they are written in one file; a lower
 * bound does not depend on how busy the machine is.
 */
export function wallTimeBounds(text: string): string[] {
  const spans = spansIn(text);
  const assertions = [
    ...text.matchAll(/expect\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\s*\.toBeLessThan\w*\(/g),
  ];
  return assertions.flatMap(([whole, value = '']) => {
    const isSpan = clock.test(value) || spans.some((name) => new RegExp(`\\b${name}\\b`).test(value));
    return isSpan ? [whole.replace(/\s+/g, ' ')] : [];
  });
}
