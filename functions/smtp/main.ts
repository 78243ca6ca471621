import { createServer, type Socket } from 'node:net';

/** Relay (587, 465) and inbound receiver (25), as the balancer maps them: greets and closes until the service behind it is there. */
const ports = (process.env.SMTP_PORTS ?? '2587,2465,2525').split(',').map(Number);

function refuse(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  // RFC 5321 3.1: 554 in place of the greeting says that no mail is taken here.
  socket.end('554 5.3.2 not accepting mail yet\r\n');
}

const servers = ports.map((port) => createServer(refuse).listen(port));

process.once('SIGTERM', () => {
  for (const server of servers) server.close();
});
