import { Resolver } from 'node:dns/promises';

/** DNS lookups. An unknown name, a missing record, and no answer are all an empty list. */
export type Lookup = {
  txt: (name: string) => Promise<string[]>;
  cname: (name: string) => Promise<string[]>;
  mx: (name: string) => Promise<string[]>;
};

/** Asks only the DNS server at that address. Each question takes at most two minutes. */
export function createLookup({ host, port }: { host: string; port: number }): Lookup {
  // The name server runs in the same process, which may be busy for many seconds. A reused resolver adapts its
  // timeout to earlier answers, so each question gets a new one.
  const resolver = () => {
    const made = new Resolver({ timeout: 20_000, tries: 3 });
    made.setServers([`${host}:${port}`]);
    return made;
  };
  const none = (): [] => [];
  return {
    txt: (name) =>
      resolver()
        .resolveTxt(name)
        .then((records) => records.map((strings) => strings.join('')), none),
    cname: (name) => resolver().resolveCname(name).catch(none),
    mx: (name) =>
      resolver()
        .resolveMx(name)
        .then((records) => records.map(({ exchange }) => exchange), none),
  };
}
