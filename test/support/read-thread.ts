import { serveReads } from '../../shared/smtp/read-thread.ts';

serveReads();
