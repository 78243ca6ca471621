import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** This test file's open connections. */
const sockets = new Set<Socket>();
const programs = new Set<ChildProcess>();

function addSocket(message: unknown) {
  const { socket } = message as { socket: Socket };
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
}

function addProgram(message: unknown) {
  const { process: program } = message as { process: ChildProcess };
  programs.add(program);
  program.once('exit', () => programs.delete(program));
}

subscribe('net.client.socket', addSocket);
subscribe('child_process', addProgram);

function endConnections(some: Iterable<Socket>): void {
  for (const socket of some) socket.destroy();
}

/**
 * For jest's `setupFilesAfterEnv`. Closes kept-alive connections and esbuild's idle process together with the test
 * file that opened them. Each would keep all modules of the file in memory, 10 to 50 MB.
 */
afterAll(() => {
  unsubscribe('net.client.socket', addSocket);
  unsubscribe('child_process', addProgram);
  endConnections(sockets);
  for (const program of programs) if (/esbuild/.test(program.spawnfile)) program.kill();
});
