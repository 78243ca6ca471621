import { endRun } from './running.ts';

const sentences = {
  ended: 'The local stack has ended.',
  'leftovers ended': 'What a killed local stack left behind has ended.',
  'nothing ran': 'No local stack is running.',
};

process.stderr.write(`${sentences[await endRun()]}\n`);
