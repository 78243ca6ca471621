import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { systemRuntime } from '../shared/core/runtime.ts';
import { freePorts, isFree } from './net.ts';
import { replaceFile } from './running.ts';

const Secret = z.string().regex(/^[0-9A-Za-z]{43}$/);

const KeptFile = z.object({
  /**
   * The emulator's access key and secret. The other values belong to the seeded account, without their
   * prefixes.
   */
  cloud_key: Secret,
  api_key: Secret,
  smtp_password: Secret,
  /** Ports by part of the stack. */
  ports: z.record(z.string(), z.int()),
});

/** Values reused from the last start in this folder, so that an app's `.env` stays valid. */
export type Kept = Omit<z.output<typeof KeptFile>, 'ports'> & {
  /** The ports of the last start if they are free, otherwise new ones. */
  takePorts: <Name extends string>(...names: Name[]) => Promise<Record<Name, number>>;
};

/** Another emulator gets new `secrets`, because its table still has the old ones. */
export function openKept(folder: string, { secrets: kind }: { secrets: 'kept' | 'new' }): Kept {
  const file = `${folder}/kept`;
  const { ports, ...secrets } = readKept(file);
  const save = () => replaceFile(file, { ...secrets, ports });
  save();
  return {
    ...(kind === 'kept' ? secrets : drawSecrets()),
    takePorts: async (...names) => {
      const fresh = await freePorts(names.length);
      for (const [i, name] of names.entries()) {
        const last = ports[name];
        if (last === undefined || !(await isFree(last))) ports[name] = fresh[i] ?? 0;
      }
      save();
      const taken = names.map((name) => [name, ports[name] ?? 0]);
      return Object.fromEntries(taken) as Record<(typeof names)[number], number>;
    },
  };
}

function drawSecrets() {
  const draw = () => systemRuntime().secret(43, 'base62');
  return { cloud_key: draw(), api_key: draw(), smtp_password: draw() };
}

/** A file that is missing, damaged, or in another format is replaced. */
function readKept(file: string): z.output<typeof KeptFile> {
  try {
    return KeptFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { ...drawSecrets(), ports: {} };
  }
}
