/** Prints each step of a start with its seconds on stderr. Stdout is for results. */
export type Steps = {
  run: <T>(label: string, work: () => Promise<T>) => Promise<T>;
  total: (label: string) => void;
};

export function createSteps(
  write: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Steps {
  const began = performance.now();
  const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  return {
    run: async (label, work) => {
      const start = performance.now();
      try {
        const result = await work();
        write(`✓ ${label.padEnd(44)} ${since(start)}`);
        return result;
      } catch (error) {
        write(`✗ ${label.padEnd(44)} ${since(start)}`);
        throw error;
      }
    },
    total: (label) => write(`  ${label.padEnd(44)} ${since(began)}`),
  };
}
