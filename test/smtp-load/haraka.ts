import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually, freePorts } from '../../localstack/net.ts';
import type { Certificate } from '../../shared/smtp/self-signed.ts';
import { open } from './client.ts';
import type { Server } from './ours.ts';

const harakaVersion = '3.3.4';

const home = resolve('.local/haraka');

/** The package in a folder of its own, without its optional plugins and without scripts of packages. */
async function install(): Promise<void> {
  const manifest = `${home}/node_modules/Haraka/package.json`;
  const is = existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version;
  if (is === harakaVersion) return;
  mkdirSync(home, { recursive: true });
  const options = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--prefix', home];
  await promisify(execFile)('npm', ['install', ...options, `Haraka@${harakaVersion}`], { cwd: home });
}

/** Hands each message to an HTTP server and answers with its answer, over connections that stay open. */
const queuePlugin = (port: number) => `
const http = require('node:http')
const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })
exports.hook_queue = exports.hook_queue_outbound = function (next, connection) {
  const options = { agent, port: ${port}, host: '127.0.0.1', path: '/queue', method: 'POST' }
  const request = http.request(options, (response) => {
    response.resume()
    response.on('end', () => (response.statusCode === 200 ? next(OK) : next(DENYSOFT)))
  })
  request.on('error', () => next(DENYSOFT))
  connection.transaction.message_stream.pipe(request)
}
`;

type HarakaOptions = { folder: string; certificate: Certificate; password: string; queue_port: number };

/** One process of Haraka: TLS from the first octet, login, and nothing else that it could do without. */
export async function startHaraka(options: HarakaOptions): Promise<Server> {
  const { certificate, password, queue_port } = options;
  await install();
  const folder = resolve(options.folder);
  rmSync(folder, { recursive: true, force: true });
  for (const name of ['config', 'plugins']) mkdirSync(`${folder}/${name}`, { recursive: true });
  const [plain = 0, port = 0] = await freePorts(2);
  const files = {
    'config/smtp.ini': `listen=127.0.0.1:${plain},127.0.0.1:${port}\nsmtps_port=${port}\nnodes=0\n`,
    'config/plugins': 'tls\nauth/flat_file\nhttp_queue\n',
    'config/tls.ini': '[main]\nkey=key.pem\ncert=cert.pem\n',
    'config/key.pem': certificate.private_key,
    'config/cert.pem': certificate.certificate,
    'config/auth_flat_file.ini': `[core]\nmethods=PLAIN,LOGIN\n[users]\nservice=${password}\n`,
    // It has no defaults for what is not in this file.
    'config/connection.ini': readFileSync(`${home}/node_modules/Haraka/config/connection.ini`, 'utf8'),
    'config/log.ini': 'level=error\n',
    'config/me': 'smtp.example.test\n',
    'plugins/http_queue.js': queuePlugin(queue_port),
    'package.json': '{"name":"bench","version":"1.0.0"}',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text);
  const bin = `${home}/node_modules/Haraka/bin/haraka`;
  const child = spawn(process.execPath, [bin, '-c', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const listens = () =>
    open({ port, ca: certificate.certificate, password }).then(
      ({ socket }) => socket.destroy(),
      () => undefined,
    );
  const ready = async () => (await listens()) !== undefined || undefined;
  await eventually(ready, { seconds: 30, every_ms: 200, complaint: 'Haraka does not answer' });
  return { pid: child.pid ?? 0, port, stop: () => void child.kill('SIGKILL') };
}
