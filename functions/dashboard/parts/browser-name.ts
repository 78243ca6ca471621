/** Browsers by the word in their User-Agent. Most also name Chrome or Safari, so the order matters. */
const browsers: [word: string, name: string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Vivaldi/', 'Vivaldi'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
];

const systems: [word: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
];

const nameIn = (user_agent: string, known: [word: string, name: string][]): string | undefined =>
  known.find(([word]) => user_agent.includes(word))?.[1];

/** `Chrome on macOS`, or the User-Agent as it is. */
export function browserName(user_agent: string): string {
  const [browser, system] = [nameIn(user_agent, browsers), nameIn(user_agent, systems)];
  if (browser === undefined) return user_agent || 'Unknown browser';
  return system === undefined ? browser : `${browser} on ${system}`;
}
