/** Milliseconds of CPU that all threads of this process have used. Other processes don't count. */
const used_ms = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of CPU that `work` takes. */
export function cpuOf(work: () => unknown): number {
  const before = used_ms();
  work();
  return used_ms() - before;
}

/** The same, with the result of `work`. Other work in this process counts, too. */
export async function withCpu<T>(work: () => Promise<T>): Promise<{ result: T; cpu_ms: number }> {
  const before = used_ms();
  const result = await work();
  return { result, cpu_ms: used_ms() - before };
}

/** The share of a core that a process gets on a busy machine, measured over 200 ms of CPU. */
export function shareOfCore(): number {
  const [began, before] = [performance.now(), used_ms()];
  let cpu_ms = 0;
  while (cpu_ms < 200) cpu_ms = used_ms() - before;
  return Math.min(1, cpu_ms / (performance.now() - began));
}
