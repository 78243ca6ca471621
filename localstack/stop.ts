import { endRun } from './running.ts';

const sentences = {
  ended: 'The local stack has stopped.',
  'leftovers ended': 'Stopped what a killed local stack left behind.',
  'nothing ran': 'No local stack is running.',
};

process.stderr.write(`${sentences[await endRun()]}\n`);
