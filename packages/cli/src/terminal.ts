import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Prompts on the terminal. `hidden` turns off echo. Ctrl-C ends the process as usual. */
export async function ask(question: string, { hidden }: { hidden: boolean }): Promise<string> {
  const output = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await new Promise<string>((answered) => {
      lines.question(hidden ? '' : question, answered);
      // From here on, the terminal doesn't echo input.
      if (hidden) process.stderr.write(question);
      lines.once('close', () => answered(''));
    });
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}
