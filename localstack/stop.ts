import { endRun } from './running.ts';

const sentences = {
  ended: 'The local stack has stopped.',
  'leftovers ended': 'Cleaned up after a local stack that was killed.',
  'nothing ran': 'No local stack is running.',
};

process.stderr.write(`${sentences[await endRun()]}\n`);
