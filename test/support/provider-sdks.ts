import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ImportProvider } from '../../shared/core/records/imports.ts';
import { type SendingStandIn, sendingHosts } from './sending-stand-in.ts';

const sdks = resolve('.local/samples');
const hooks = resolve('test/samples/hooks');

const done = (command: string, args: string[], cwd: string): boolean => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) process.stderr.write(`${command} ${args.join(' ')}: ${stdout}${stderr}\n`);
  return status === 0;
};

/** A folder with what one language is to install, and its lock. */
function sdkFolder(language: string): string {
  const own = join(sdks, language);
  mkdirSync(own, { recursive: true });
  cpSync(`test/samples/${language}`, own, { recursive: true });
  return own;
}

/** The environment in which an old program in a folder runs; null: its provider's SDK is not here. */
type Prepare = (program: string, provider: ImportProvider) => Record<string, string> | null;

const gems = { sendgrid: 'sendgrid-ruby', postmark: 'postmark', mailgun: 'mailgun-ruby' } as const;

/** As Maven's packages have no lock, its plugin has an exact version too. */
const copyJars = ['-q', '-B', 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies'];

/** Java takes certificates from a store, and a SDK that knows no proxy still opens its sockets through SOCKS. */
function javaEnv(own: string, { certificate, socks_port }: SendingStandIn): Record<string, string> | null {
  const store = `${certificate}.p12`;
  const [hosts, password] = [`${certificate}.hosts`, 'changeit'];
  // Names are looked up before a proxy is asked: addresses of documentation (RFC 5737), where nothing is.
  writeFileSync(hosts, sendingHosts.map((host) => `192.0.2.1 ${host}\n`).join(''));
  const put = ['-importcert', '-noprompt', '-alias', 'stand-in', '-file', certificate, '-keystore', store];
  if (!existsSync(store) && !done('keytool', [...put, '-storepass', password], own)) return null;
  const properties = {
    socksProxyHost: '127.0.0.1',
    socksProxyPort: socks_port,
    'jdk.net.hosts.file': hosts,
    'javax.net.ssl.trustStore': store,
    'javax.net.ssl.trustStorePassword': password,
  };
  const options = Object.entries(properties).map(([name, value]) => `-D${name}=${value}`);
  return { CLASSPATH: join(own, 'jars/*'), JDK_JAVA_OPTIONS: options.join(' ') };
}

/** How old programs of a language are run with their SDKs; null: its packages cannot be had here. */
export const providerSdks: Record<string, (provider: SendingStandIn) => Prepare | null> = {
  node: () => {
    const own = sdkFolder('node');
    if (!done('npm', ['ci', '--ignore-scripts'], own)) return null;
    return (program) => {
      symlinkSync(join(own, 'node_modules'), join(program, 'node_modules'));
      return { NODE_OPTIONS: `--require ${join(hooks, 'redirect.cjs')}` };
    };
  },
  python: ({ proxied }) => {
    const own = sdkFolder('python');
    const venv = join(own, 'venv');
    if (!existsSync(venv) && !done('python3', ['-m', 'venv', venv], own)) return null;
    const pip = [join(venv, 'bin/python'), '-m', 'pip', 'install', '-q', '--require-hashes', '-r'];
    if (!done(pip[0] as string, [...pip.slice(1), 'requirements.txt'], own)) return null;
    return () => ({ ...proxied, PATH: `${join(venv, 'bin')}:${process.env.PATH}` });
  },
  // Those that the machine has: Debian packages the one of Postmark (`ruby-postmark`).
  ruby: () => (_program, provider) => {
    if (spawnSync('ruby', ['-e', `require '${gems[provider]}'`]).status !== 0) return null;
    return { RUBYOPT: `-r${join(hooks, 'redirect.rb')}` };
  },
  go: ({ proxied }) => {
    const own = sdkFolder('go');
    if (!done('go', ['mod', 'download'], own)) return null;
    return (program) => {
      for (const file of ['go.mod', 'go.sum']) cpSync(join(own, file), join(program, file));
      return { ...proxied, GOFLAGS: '-mod=mod' };
    };
  },
  java: (provider) => {
    const own = sdkFolder('java');
    if (!done('mvn', [...copyJars, '-DoutputDirectory=jars'], own)) return null;
    const env = javaEnv(own, provider);
    return env && (() => env);
  },
  curl:
    ({ proxied }) =>
    () =>
      proxied,
};
