import { type ChildProcess, spawn } from 'node:child_process';
import { passOn, startProxy } from '../support/aws-proxy.ts';
import { describeCall, type Role } from './boundaries.ts';
import type { KillPlan } from './kill-plan.ts';

/** One slot of the fleet: a process behind its own proxy, restarted whenever it ends. */
export type Slot = {
  role: Role;
  /** Calls the process over HTTP once it is up. `timeout_ms` kills it, as Lambda does. */
  call: (path: string, init: RequestInit, timeout_ms: number) => Promise<Response>;
  kill: () => void;
  starts: () => number;
  close: () => Promise<void>;
};

type FleetOptions = {
  /** The bundled program. */
  program: string;
  plan: KillPlan;
  upstream: { cloud: string; ses: string };
  /** `cloud` in a value is replaced by the slot's own proxy. */
  environment: Record<string, string>;
  /** File descriptor for the processes' logs. */
  log: number;
};

type Up = { child: ChildProcess; port: Promise<number> };

function start(role: Role, options: FleetOptions, proxyUrl: string): Up {
  const environment = Object.entries(options.environment).map(([name, value]) => [
    name,
    value.replace(options.upstream.cloud, proxyUrl),
  ]);
  const child = spawn(process.execPath, ['--enable-source-maps', options.program, role], {
    stdio: ['ignore', options.log, options.log, 'ipc'],
    env: Object.fromEntries(environment),
  });
  const port = new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.once('exit', (code, signal) => reject(new Error(`${role} ended: ${signal ?? code}`)));
  });
  port.catch(() => {});
  return { child, port };
}

export async function startSlot(role: Role, options: FleetOptions): Promise<Slot> {
  let up: Up | undefined;
  let starts = 0;
  let closed = false;
  const kill = () => void up?.child.kill('SIGKILL');
  const { plan, upstream } = options;
  // Kills the process when the plan says so: either before the cloud gets the call, or after the cloud has handled it.
  const proxy = await startProxy(async (incoming, body) => {
    const { service, boundary } = describeCall(incoming, body);
    const phase = plan.decide(role, boundary);
    const reply =
      phase === 'before' ? null : await passOn(upstream[service === 'ses' ? 'ses' : 'cloud'], incoming, body);
    if (phase !== null) kill();
    return phase === null ? reply : null;
  });

  function renew(): void {
    up = start(role, options, proxy.url);
    starts += 1;
    up.child.once('exit', () => {
      if (!closed) renew();
    });
  }
  renew();

  return {
    role,
    kill,
    starts: () => starts,
    call: async (path, init, timeout_ms) => {
      const mine = up as Up;
      const port = await mine.port;
      const timer = setTimeout(() => mine.child.kill('SIGKILL'), timeout_ms);
      try {
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
        return new Response(await answer.arrayBuffer(), answer);
      } finally {
        clearTimeout(timer);
      }
    },
    close: async () => {
      closed = true;
      const child = up?.child;
      if (child && child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((done) => child.once('exit', done));
        child.kill('SIGKILL');
        await gone;
      }
      await proxy.close();
    },
  };
}
