import { Resolver } from 'node:dns/promises';
import type { Answer } from 'dns-packet';

type Forwarded = { rcode: number; answers: Answer[] };
export type Forward = (name: string, type: string) => Promise<Forwarded>;

const bound = 2_000;

type Ask = (resolver: Resolver, name: string) => Promise<unknown[]>;

const asks: Record<string, Ask> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  NS: (resolver, name) => resolver.resolveNs(name),
  PTR: (resolver, name) => resolver.resolvePtr(name),
  TXT: (resolver, name) => resolver.resolveTxt(name),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => ({ preference: priority, exchange })),
};

const rcodes: Record<string, number> = { ENODATA: 0, ENOTFOUND: 3 };

/** Asks the machine's own resolver, for at most 2 s. No answer is SERVFAIL. */
export const forwardToMachine: Forward = async (name, type) => {
  const ask = asks[type];
  if (!ask) return { rcode: 0, answers: [] };
  const resolver = new Resolver({ timeout: bound, tries: 1 });
  const timer = setTimeout(() => resolver.cancel(), bound);
  try {
    const found = await ask(resolver, name);
    return { rcode: 0, answers: found.map((data) => ({ name, type, ttl: 60, class: 'IN', data })) };
  } catch (error) {
    const code = String((error as NodeJS.ErrnoException).code);
    return { rcode: rcodes[code] ?? 2, answers: [] };
  } finally {
    clearTimeout(timer);
  }
};
