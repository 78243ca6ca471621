// Runs on the machine's own Node (20 or later). Installs everything else, then starts Node 24.
//   node localstack/setup.mjs [<script.ts> [arguments…]]
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackages, packagesAreBuilt } from '../packages/build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const node24 = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node');
const venv = join(root, '.local', 'venv');
const venvPython = join(venv, windows ? 'Scripts/python.exe' : 'bin/python');
const requirements = join(root, 'localstack', 'requirements.txt');
/** What only tests need, in order of installation: an independent DKIM verifier. */
const testRequirements = ['build.txt', 'requirements.txt'].map((name) => join(root, 'test', 'dkim', name));

class SetupError extends Error {}

/** Whether the installed npm packages match the lockfile. */
function packagesAreInstalled() {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedPath, 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    if (path === '') return true;
    // npm skips optional packages for other platforms.
    return installed[path] ? installed[path].version === version : optional || devOptional;
  });
}

function installPackages() {
  const folder = join(root, 'node_modules');
  if (existsSync(folder) && lstatSync(folder).isSymbolicLink())
    throw new SetupError("node_modules is a symbolic link, and its packages don't match package-lock.json.");
  return run('npm', ['ci', '--strict-allow-scripts'], 'npm ci failed');
}

/** The `node` package brings Node 24 with an install script, which --ignore-scripts skips. */
function node24IsThere() {
  if (!existsSync(node24)) return false;
  const { stdout } = spawnSync(node24, ['--version'], { encoding: 'utf8', shell: windows });
  return stdout?.startsWith('v24.') ?? false;
}

const hashOf = (files) =>
  createHash('sha256')
    .update(files.map((file) => readFileSync(file, 'utf8')).join('\n'))
    .digest('hex');

/** The Python environment stores the hash of its requirements, so a new environment has none. */
const cloudNote = () => ({ path: join(venv, 'requirements.sha256'), hash: hashOf([requirements]) });
const toolsNote = () => ({ path: join(venv, 'test-requirements.sha256'), hash: hashOf(testRequirements) });

const isNoted = ({ path, hash }) => existsSync(path) && readFileSync(path, 'utf8') === hash;
const note = ({ path, hash }) => writeFileSync(path, hash);

const cloudIsInstalled = () => existsSync(venvPython) && isNoted(cloudNote());
const testToolsAreInstalled = () => isNoted(toolsNote());

async function installCloud() {
  const python = findPython();
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(dirname(venv), { recursive: true });
  // Debian has a separate package for ensurepip. A pip outside the environment works, too.
  const options = python.ensurepip ? [] : ['--without-pip'];
  await run(python.command, ['-m', 'venv', ...options, venv], "Couldn't create the Python environment");
  await pipInstall(['-r', requirements], "Couldn't install MiniStack");
  note(cloudNote());
}

async function installTestTools() {
  for (const file of testRequirements)
    await pipInstall(['--no-build-isolation', '-r', file], "Couldn't install dkimpy");
  note(toolsNote());
}

/** Installs into our environment, with its own pip or an outside one. */
function pipInstall(what, complaint) {
  const own = spawnSync(venvPython, ['-m', 'pip', '--version']).status === 0;
  const pip = own ? [venvPython, '-m', 'pip'] : [findPython().command, '-m', 'pip', '--python', venvPython];
  const options = ['install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
  return run(pip[0], [...pip.slice(1), ...options, ...what], complaint);
}

const askPython = `import importlib.util as u, json, sys
print(json.dumps({"version": sys.version_info[:2], **{m: u.find_spec(m) is not None for m in ("venv", "ensurepip", "pip")}}))`;

/** The first Python 3.10 or later that can create an environment. Otherwise throws what is missing. */
function findPython() {
  const versions = [13, 12, 11, 10].map((minor) => `python3.${minor}`);
  const names = [process.env.PYTHON, 'python3', ...versions, 'python'];
  const seen = [];
  for (const command of names.filter(Boolean)) {
    const { status, stdout } = spawnSync(command, ['-c', askPython], { encoding: 'utf8' });
    if (status !== 0) continue;
    const { version, venv: hasVenv, ensurepip, pip } = JSON.parse(stdout);
    const recent = version[0] === 3 && version[1] >= 10;
    if (recent && hasVenv && (ensurepip || pip)) return { command, ensurepip };
    seen.push(`${command} ${version.join('.')}${recent ? ' without venv and pip' : ''}`);
  }
  throw new SetupError(
    `The local cloud needs Python 3.10 or later with venv (found: ${seen.join('; ') || 'none'}).
Debian and Ubuntu: sudo apt install python3-venv     macOS: brew install python
To use another interpreter: PYTHON=/path/to/python3 npm start`,
  );
}

/** Running programs. None of them outlives this process. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill();
});
for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 }))
  process.on(signal, () => running.size > 0 && process.exit(128 + number));

/** Resolves when the program succeeds. Otherwise rejects with its last lines. */
function run(command, args, complaint) {
  const child = spawn(command, args, { cwd: root, shell: windows });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((done, fail) => {
    const refuse = (why) =>
      fail(new SetupError(`${complaint} (${command} ${args.join(' ')})\n${why.trim()}`));
    child.once('error', ({ message }) => refuse(message));
    child.once('close', (code) => {
      running.delete(child);
      if (code === 0) done();
      else refuse(output.trim().split('\n').slice(-20).join('\n'));
    });
  });
}

/** Runs a step unless it is already done, and prints how long it took. */
async function ensure(label, isDone, doIt) {
  if (isDone()) return;
  process.stderr.write(`· ${label} …\n`);
  const began = Date.now();
  await doIt();
  if (!isDone()) throw new SetupError(`${label}: still missing after the installation`);
  process.stderr.write(`✓ ${label} ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}

async function ensureNode() {
  await ensure('npm packages', packagesAreInstalled, installPackages);
  await ensure('Node 24', node24IsThere, () => run('npm', ['rebuild', 'node'], "Couldn't install Node 24"));
  await ensure('packages (SDK)', packagesAreBuilt, buildPackages);
}

async function ensurePython(script) {
  // `npm start` with AWS_ENDPOINT_URL uses a running cloud and doesn't start an emulator.
  const emulatorIsNeeded = !(process.env.AWS_ENDPOINT_URL && script?.endsWith('/start.ts'));
  if (emulatorIsNeeded) await ensure('local cloud (MiniStack)', cloudIsInstalled, installCloud);
  if (script === undefined || script.endsWith('/test.ts'))
    await ensure('test tools (dkimpy)', testToolsAreInstalled, installTestTools);
}

function runWithNode24(script, args) {
  // The stack runs for long: see smallHeap in processes.ts. The bench measures it with the options of `npm start`.
  const isStack = ['/start.ts', 'bench/main.ts'].some((end) => script.endsWith(end));
  const options = isStack ? ['--max-semi-space-size=4'] : [];
  const child = spawn(node24, [...options, join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    // Shared modules are compiled once for all processes, which halves the CPU to start a tool.
    env: { NODE_COMPILE_CACHE: join(root, '.local', 'compiled'), ...process.env },
  });
  // A terminal signals the whole group, and others signal only this process. The script gets the signal either way.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (!(signal === 'SIGINT' && process.stdin.isTTY)) child.kill(signal);
    });
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

try {
  const [script, ...args] = process.argv.slice(2);
  if (Number(process.versions.node.split('.')[0]) < 20)
    throw new SetupError(`Mailwright needs Node 20 or later. This is Node ${process.version}.`);
  // npm and pip don't depend on each other, so both install at the same time.
  await Promise.all([ensureNode(), ensurePython(script)]);
  if (script) runWithNode24(script, args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exit(1);
}
