// The files of the site, and the script that makes it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { ROOT, run, SITE } from './engine.mjs';

const LIST = 'khepri-files.txt';
/** Returns the files in the list of a site. */
const listed = (site) => readFileSync(join(site, LIST), 'utf8').trim().split('\n');
const FILES = listed(SITE);

/** Returns the paths of all files in a folder, sorted. */
const filesIn = (path) => readdirSync(path, { recursive: true }).filter((name) => lstatSync(join(path, name)).isFile()).toSorted();

/** Makes an empty folder that is removed when the test `t` ends. */
function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'khepri-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('the site has the files of the contract, and its list names each once', () => {
  assert.equal(new Set(FILES).size, FILES.length);
  for (const name of ['khepri.js', 'khepri.wasm', 'khepri.net', 'package.json', 'LICENSE-MIT', 'LICENSE-APACHE', LIST]) {
    assert.ok(FILES.includes(name) && existsSync(join(SITE, name)), name);
  }
  assert.equal(JSON.parse(readFileSync(join(SITE, 'package.json'), 'utf8')).type, 'module');
  assert.ok(readFileSync(join(SITE, 'khepri.net')).equals(readFileSync(join(ROOT, 'src/engine/eval/khepri.net'))));
});

test('khepri.js has the hashes of the module and of the network', () => {
  const script = readFileSync(join(SITE, 'khepri.js'), 'utf8');
  for (const name of ['khepri.wasm', 'khepri.net']) {
    const hash = createHash('sha256').update(readFileSync(join(SITE, name))).digest('base64');
    assert.ok(script.includes(`'${name}': 'sha256-${hash}'`), name);
  }
});

test('the element without the engine has at most 21.5 kB, compressed', () => {
  const files = ['khet-board.js', 'assets/js/khet-board.js', 'assets/board.css', 'assets/dark.css', 'assets/pieces/khet.svg'];
  const size = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(SITE, name)), { level: 9 }).length, 0);
  assert.ok(size <= 21_500, `${size} bytes`);
});

test('the module has at most 880 kB, and with the network at most 1.23 MB compressed', () => {
  const [module, network] = ['khepri.wasm', 'khepri.net'].map((name) => readFileSync(join(SITE, name)));
  assert.ok(module.length <= 880_000, `${module.length} bytes`);
  const compressed = gzipSync(module, { level: 9 }).length + gzipSync(network, { level: 9 }).length;
  assert.ok(compressed <= 1_230_000, `${compressed} bytes`);
});

test('no file of the site has a path of the machine that built it', () => {
  const output = (command, ...args) => run(command, args).stdout.trim();
  const paths = [
    ROOT, homedir(), tmpdir(), process.env.CARGO_HOME, process.env.CARGO_TARGET_DIR, process.env.RUSTUP_HOME,
    output('rustc', '--print', 'sysroot'), '/home', '/Users', '/usr/local', '.cargo', '.rustup',
  ];
  // A path of one letter is no trace of a machine.
  for (const path of paths.filter((path) => path !== undefined && path.length > 2).map((path) => path.replace(/\/*$/, '/'))) {
    for (const name of FILES) assert.ok(!readFileSync(join(SITE, name)).includes(path), `${path} in ${name}`);
  }
});

/** Runs .ci/site with programs that copy the module and the puzzles of SITE in place of building them, and with variables. */
function site(t, args, variables = {}) {
  const tools = folder(t);
  const tool = (name, script) => {
    writeFileSync(join(tools, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(tools, name), 0o755);
  };
  const built = '"$CARGO_TARGET_DIR/wasm32-unknown-unknown/release"';
  const copy = (name) => `cp "$MODULE" ${built}/${name}`;
  const examples = '"$CARGO_TARGET_DIR/debug/examples"';
  tool('puzzles', 'cat "$PUZZLES"');
  tool('cargo', `mkdir -p ${built} ${examples} && ${copy('khepri_web.wasm')} && ${copy('khepri_animation.wasm')} &&
    cp "${join(tools, 'puzzles')}" ${examples}`);
  tool('wasm-opt', 'while [ "$1" != -o ]; do case "$1" in *.wasm) from=$1;; esac; shift; done; cp "$from" "$2"');
  const env = {
    ...process.env, PATH: `${tools}:${process.env.PATH}`, CARGO_TARGET_DIR: join(tools, 'target'), MODULE: join(SITE, 'khepri.wasm'),
    PUZZLES: join(SITE, 'puzzles.json'), ...variables,
  };
  return run(join(ROOT, '.ci/site'), args, { env, cwd: folder(t) });
}

test('.ci/site refuses a folder, a file or a link that is no site, and changes nothing', (t) => {
  const place = folder(t);
  const kept = join(place, 'kept');
  mkdirSync(kept);
  writeFileSync(join(kept, 'index.html'), 'mine');
  writeFileSync(join(place, 'file'), 'mine');
  symlinkSync(join(place, 'nowhere'), join(place, 'link'));
  for (const name of ['kept', 'file', 'link']) {
    const { status, stderr } = site(t, [join(place, name)]);
    assert.deepEqual([status, stderr], [2, `.ci/site: ${join(place, name)} exists and is no site of an earlier run\n`]);
  }
  assert.deepEqual(readdirSync(kept), ['index.html']);
  assert.equal(readFileSync(join(place, 'file'), 'utf8'), 'mine');
  assert.ok(lstatSync(join(place, 'link')).isSymbolicLink());
  for (const args of [[], [place, place]]) assert.equal(site(t, args).status, 2);
});

test('.ci/site replaces the site of an earlier run, and keeps other files', (t) => {
  const place = join(folder(t), 'new', 'site');
  assert.deepEqual(site(t, [place]), { status: 0, stdout: '', stderr: '' });
  const files = filesIn(place);
  assert.deepEqual(files, listed(place).toSorted());
  const script = readFileSync(join(place, 'khepri.js'));
  // An earlier version had one more file, and one of another content. Its list names a file elsewhere.
  const outside = join(place, '..', 'outside');
  for (const path of [outside, join(place, 'old.js'), join(place, 'mine.html'), join(place, 'khepri.js')]) writeFileSync(path, 'old');
  writeFileSync(join(place, LIST), `${files.join('\n')}\nold.js\n../outside\n${outside}\nis-missing\n`);
  assert.deepEqual(site(t, [place]), { status: 0, stdout: '', stderr: '' });
  assert.deepEqual(filesIn(place), [...files, 'mine.html'].toSorted());
  assert.ok(readFileSync(join(place, 'khepri.js')).equals(script));
  assert.equal(readFileSync(outside, 'utf8'), 'old');
});

/** The address of the picture for links, which is a whole one. */
const IMAGE = /<meta property="og:image" content="([^"]*)">/;

test('with its address, the page of a site names a picture for links; its icons are files of the site', (t) => {
  const place = join(folder(t), 'site');
  const { status, stderr } = site(t, [place], { KHEPRI_URL: 'https://example.org/khet/' });
  assert.equal(status, 0, stderr);
  const page = readFileSync(join(place, 'index.html'), 'utf8'), [, image = ''] = IMAGE.exec(page) ?? [];
  assert.ok(image.startsWith('https://example.org/khet/assets/'), image);
  const links = [...page.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]*)"/g)].map(([, path]) => path);
  assert.equal(links.length, 4, `${links}`);
  const { icons } = JSON.parse(readFileSync(join(place, 'manifest.webmanifest'), 'utf8'));
  for (const path of [image.slice('https://example.org/khet/'.length), ...links, ...icons.map(({ src }) => src)]) {
    assert.ok(listed(place).includes(path), path);
  }
  assert.doesNotMatch(readFileSync(join(SITE, 'index.html'), 'utf8'), IMAGE);
});

test('.ci/site refuses an address that is none', (t) => {
  for (const address of ['example.org', 'https://example.org/"><script>']) {
    const { status, stderr } = site(t, [join(folder(t), 'site')], { KHEPRI_URL: address });
    assert.deepEqual([status, stderr], [2, `.ci/site: KHEPRI_URL: expected an address that begins with https://, found ${address}\n`]);
  }
});

test('.ci/site names what is missing', (t) => {
  const tools = folder(t);
  for (const name of ['bash', 'dirname', 'cargo']) symlinkSync(run('sh', ['-c', `command -v ${name}`]).stdout.trim(), join(tools, name));
  const { status, stderr } = run('bash', [join(ROOT, '.ci/site'), join(tools, 'site')], { env: { ...process.env, PATH: tools } });
  assert.deepEqual([status, stderr], [2, '.ci/site: there is no program wasm-opt\n']);
  assert.ok(!existsSync(join(tools, 'site')));
});

test('two builds of the site have the same bytes', { skip: process.env.SITE_TWICE !== '1' && 'SITE_TWICE=1 builds it again' }, (t) => {
  const place = folder(t);
  const env = { ...process.env, CARGO_TARGET_DIR: join(place, 'target') };
  const { status, stderr } = run(join(ROOT, '.ci/site'), [join(place, 'site')], { env });
  assert.equal(status, 0, stderr);
  for (const name of FILES) assert.ok(readFileSync(join(place, 'site', name)).equals(readFileSync(join(SITE, name))), name);
  const { stdout } = run('git', ['status', '--porcelain', '--ignored=no'], { cwd: ROOT });
  assert.ok(!stdout.includes('site'), stdout);
});
