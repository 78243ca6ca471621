import { createInterface } from 'node:readline';

/** The answer of a person on this terminal; empty when there is none. */
export function answerTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((done) => {
    terminal.question(question, (answer) => {
      done(answer.trim());
      terminal.close();
    });
    terminal.once('close', () => done(''));
  });
}
