// Runs maildev as the inbox, for its own page only. By itself, maildev serves its API to web pages of any origin.
//   node localstack/inbox/maildev.ts <address> <SMTP port> <web port> <mail directory>
import type { IncomingMessage, Server } from 'node:http';
import { createLogger, createOrchestrator, getDefaultConfig, setupShutdownHandlers } from 'maildev';
import { foreignMessage, isForeign } from '../own-origin.ts';

/** Older emails are deleted. */
const maxEmails = 2_000;

const refusal = `HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n${foreignMessage}\n`;

/** Checks each request and websocket before the server's own listeners get it. */
function refuseForeign(server: Server): void {
  for (const event of ['request', 'upgrade']) {
    const listeners = server.listeners(event);
    server.removeAllListeners(event).on(event, (request: IncomingMessage, ...rest) => {
      if (isForeign(request)) return void request.socket.end(refusal);
      for (const listener of listeners) listener.call(server, request, ...rest);
    });
  }
}

const [host = '', smtpPort, webPort, mailDirectory = ''] = process.argv.slice(2);
const logger = createLogger();
const config = {
  ...getDefaultConfig(),
  smtp: Number(smtpPort),
  ip: host,
  web: Number(webPort),
  webIp: host,
  mailDirectory,
  maxEmails,
};
const orchestrator = createOrchestrator({ config, logger });
setupShutdownHandlers({ orchestrator, logger });
const { api } = await orchestrator.start();
if (api) refuseForeign(api.server.server);
