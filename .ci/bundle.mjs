// Bundles the page of a site: its scripts with a chunk for each panel, its styles, and the element for other pages.
// Usage: node bundle.mjs ESBUILD OUT   (the folder of esbuild's package, and the folder of the result)
// Prints the files that main.js imports, one a line, for the preload lines of the page.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';

const [folder, out] = process.argv.slice(2);
const { build } = createRequire(import.meta.url)(resolve(folder));
const page = 'src/page';
const common = { bundle: true, minify: true, charset: 'utf8', logLevel: 'warning', target: ['chrome91', 'firefox114', 'safari16.4'] };
const script = { ...common, format: 'esm', metafile: true };

/** A site has no server, so its transport is known. */
const transport = {
  name: 'transport',
  setup: ({ onLoad }) => onLoad({ filter: /\/host\/transport\.js$/ }, () => ({ contents: "export * as transport from './worker.js'" })),
};

/** The texts of a language are a bundle of their own, which the page loads by its name. */
const languages = readdirSync(`${page}/texts`).filter((name) => /^[a-z]{2}\.js$/.test(name));
const texts = {
  name: 'texts',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/[a-z]{2}\.js$/ }, ({ path, importer }) =>
    (importer.endsWith('load.js') ? { path: `./texts/${basename(path)}`, external: true } : undefined)),
};

/** Returns the modules that a module needs at once. */
function needs(inputs, path, found = new Set()) {
  for (const { path: next, kind } of inputs[path].imports) {
    if (kind !== 'import-statement' || found.has(next)) continue;
    found.add(next);
    needs(inputs, next, found);
  }
  return found;
}

const main = { ...script, entryPoints: [`${page}/main.js`], plugins: [transport, texts] };
const { metafile: { inputs } } = await build({ ...main, outdir: out, splitting: true, write: false });
// esbuild makes a chunk of the modules that the same entries need. If each panel needs what main.js needs, there is one chunk of it,
// and not one for each set of panels.
const shared = [...needs(inputs, `${page}/main.js`)].map((path) => `import ${JSON.stringify(resolve(path))};`).join('\n');
const start = {
  name: 'start',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^shared$/ }, () => ({ path: 'shared', namespace: 'start' }));
    onLoad({ filter: /.*/, namespace: 'start' }, () => ({ contents: shared, resolveDir: resolve(page) }));
  },
};
const { metafile } = await build({
  ...main, outdir: `${out}/js`, splitting: true, chunkNames: '[name]-[hash]', inject: ['shared'], plugins: [transport, texts, start],
});
await build({ ...script, entryPoints: languages.map((name) => `${page}/texts/${name}`), outdir: `${out}/js/texts` });
await build({ ...common, entryPoints: [`${page}/start.js`], outdir: `${out}/js`, format: 'iife' });
await build({ ...script, entryPoints: [`${page}/board/alone.js`], outfile: `${out}/js/khet-board.js` });
await build({ ...common, entryPoints: ['style', 'board', 'dark', 'print'].map((name) => `${page}/${name}.css`), outdir: out });

const made = Object.entries(metafile.outputs);
const [entry] = made.find(([, { entryPoint }]) => entryPoint === `${page}/main.js`);
console.log([...needs(metafile.outputs, entry)].map((path) => basename(path)).join('\n'));
