import type { Role } from './boundaries.ts';

/** `before` the call is passed on, or `after` AWS has done it but before the process gets the response. */
type Phase = 'before' | 'after';

export type Cell = { role: Role; boundary: string; calls: number; before: number; after: number };

/**
 * Chooses the calls that kill their process: each boundary of these roles, `kills` times before and `kills` times
 * after, at random calls.
 */
export function createKillPlan(options: {
  roles: readonly string[];
  kills: number;
  chance: number;
  random?: () => number;
}) {
  const { roles, kills, chance, random = Math.random } = options;
  const cells = new Map<string, Cell>();
  let open = true;

  return {
    /** Counts the call. Returns the phase in which to kill the caller, if any. */
    decide(role: Role, boundary: string, phases: Phase[] = ['before', 'after']): Phase | null {
      const name = `${role} ${boundary}`;
      const cell = cells.get(name) ?? { role, boundary, calls: 0, before: 0, after: 0 };
      cells.set(name, cell);
      cell.calls += 1;
      const outbox = phases.filter((phase) => cell[phase] < kills);
      if (!open || !roles.includes(role) || outbox.length === 0 || random() >= chance) return null;
      const phase = outbox[Math.floor(random() * outbox.length)] as Phase;
      cell[phase] += 1;
      return phase;
    },

    /** From now on, nothing is killed. */
    end(): void {
      open = false;
    },

    cells: (): Cell[] =>
      [...cells.values()].sort(
        (a, b) => a.role.localeCompare(b.role) || a.boundary.localeCompare(b.boundary),
      ),
  };
}

export type KillPlan = ReturnType<typeof createKillPlan>;
