import { serveThread } from '../../shared/core/serve-thread.ts';
import { readInThread } from '../../shared/smtp/reader.ts';

serveThread(readInThread);
