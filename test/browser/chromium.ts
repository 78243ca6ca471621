import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const starts_within_ms = 30_000;

type Fields = Record<string, unknown>;
type Heard = { sessionId?: string; method: string; params: Fields };

/** One tab, with the commands and events of the DevTools protocol. */
export type Tab = {
  send: (method: string, params?: Fields) => Promise<Fields>;
  heard: Heard[];
};

export type Browser = { newTab: () => Promise<Tab>; close: () => Promise<void> };

/** CHROMIUM, or the first of the usual names on the PATH. Null if there is none. */
export function findChromium(): string | null {
  const candidates = process.env.CHROMIUM ? [process.env.CHROMIUM] : names;
  const runs = (name: string) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0;
  return candidates.find(runs) ?? null;
}

/** A headless Chromium with its own profile, which is deleted when it closes. */
export async function startChromium(program: string): Promise<Browser> {
  const profile = await mkdtemp(`${tmpdir()}/mailwright-chromium-`);
  const options = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    // Its sandbox doesn't start for root, as in most containers. It only opens our own pages.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const child = spawn(program, [...options, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const connection = await connect(await debuggerOf(child));
    return { newTab: () => openTab(connection), close: () => stop(child, profile) };
  } catch (error) {
    await stop(child, profile);
    throw error;
  }
}

/** The address that it prints on stderr. */
async function debuggerOf(child: ChildProcess): Promise<string> {
  const giveUp = setTimeout(() => child.kill('SIGKILL'), starts_within_ms);
  let last = '';
  try {
    for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
      const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (address) return address;
      last = line;
    }
  } finally {
    clearTimeout(giveUp);
    child.stderr?.resume();
  }
  throw new Error(`Chromium did not start: ${last}`);
}

async function stop(child: ChildProcess, profile: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

type Connection = {
  send: (method: string, params: Fields, sessionId?: string) => Promise<Fields>;
  listen: (sessionId: string, hear: (heard: Heard) => void) => void;
};

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, { done: (result: Fields) => void; fail: (error: Error) => void }>();
  const listeners = new Map<string, (heard: Heard) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, ...heard } = JSON.parse(String(data));
    if (id === undefined) return listeners.get(heard.sessionId ?? '')?.(heard);
    const { done, fail } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) fail?.(new Error(error.message));
    else done?.(result);
  });
  let last = 0;
  return {
    send: (method, params, sessionId) =>
      new Promise((done, fail) => {
        const id = ++last;
        waiting.set(id, { done, fail });
        socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
      }),
    listen: (sessionId, hear) => listeners.set(sessionId, hear),
  };
}

async function openTab({ send, listen }: Connection): Promise<Tab> {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const attached = await send('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = String(attached.sessionId);
  const heard: Heard[] = [];
  listen(sessionId, (one) => heard.push(one));
  const tab: Tab = { heard, send: (method, params = {}) => send(method, params, sessionId) };
  for (const domain of ['Page', 'Network', 'Runtime']) await tab.send(`${domain}.enable`);
  return tab;
}
