import { Resolver } from 'node:dns/promises';

/** Questions about records; no such name, no such record and no answer at all are all an empty list. */
export type Lookup = {
  txt: (name: string) => Promise<string[]>;
  cname: (name: string) => Promise<string[]>;
  mx: (name: string) => Promise<string[]>;
};

/** Asks the DNS server at that place, and no other; each question takes at most two minutes. */
export function createLookup({ host, port }: { host: string; port: number }): Lookup {
  // The name server is in the same process, which may be busy for many seconds. A resolver that is kept waits a few times
  // as long as earlier answers took, and no longer: each question has a new one.
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
