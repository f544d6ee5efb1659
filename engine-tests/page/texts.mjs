// Checks the texts of the page: none is outside of texts/, none is unused, index.html has the English ones, and the languages agree.
// Usage: node texts.mjs [PAGE]   (PAGE is a folder like src/page. TypeScript must be where check.sh installs it.)
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url)), page = resolve(process.argv[2] ?? join(root, 'src/page'));
const ts = createRequire(join(resolve(process.env.CARGO_TARGET_DIR ?? join(root, 'target')), 'page-tools/'))('typescript');
const faults = [];

const scripts = readdirSync(page, { recursive: true }).filter((path) => path.endsWith('.js')).map((path) => join(page, path));
const program = ts.createProgram(scripts, {
  allowJs: true, noEmit: true, strict: true, types: [], lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler,
});
const checker = program.getTypeChecker();
const source = (path) => program.getSourceFile(join(page, path));
const importPage = (path) => import(pathToFileURL(join(page, path)).href);
const visit = (node, see) => {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
};
const at = (node) => {
  const file = node.getSourceFile();
  return `${relative(page, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
};

const { LANGUAGES } = await importPage('texts/load.js'), shown = await importPage('texts/texts.js');
/** The texts of each language, with both names. */
const languages = new Map();
for (const [language, { load }] of Object.entries(LANGUAGES)) languages.set(language, (await load()).default);
const english = languages.get('en');

// 1. No text is outside of texts/.

/** Two words, or one that begins with a capital letter. */
const WORDS = /(?<![\p{L}\d])(\p{L}+[,;:.]? \p{L}+|\p{Lu}\p{Ll}+)(?![\p{L}\d])/u;
/** Properties for the browser and the program: classes, and positions in KFEN. */
const PROPERTIES = ['class', 'className', 'kfen'];
/** Media queries, selectors with an attribute, and options of engines. */
const NO_WORDS = /^((screen and )?\([\w-]+: [\w-]+\)|not all)$|\[\w+=|^setoption name /;
/** Literals that are no texts of the page, without the signs around their words. */
const EXEMPT = new Set([
  // Proper names.
  'Khet', 'Laser Chess', 'Deflexion', 'Khepri',
  // KGN: tags, their values, comments of reviews, and names of files. They are the same in all languages.
  'Assisted', 'Annotator', 'Folder', 'Silver', 'Red', 'Title', 'Player', 'nodes a position', 'lost: better',
  // A name that the program gives a piece.
  'Pharaoh',
  // A type of what is dragged.
  'Files',
  // Faults of pages that embed the board, which only their authors see.
  'khepri.js cannot be loaded', 'svg cannot be loaded', 'ply: expected a number, found', 'ply: expected at most', 'kfen: expected a position, found',
  // Faults of the page itself. People do not see them.
  'unexpected worker', 'no strip',
]);
const stale = new Set(EXEMPT);

/** Returns whether a literal is compared or is a name, as far as its place tells. */
function isName(literal) {
  let node = literal;
  while (ts.isTemplateSpan(node.parent) || ts.isTemplateExpression(node.parent) || ts.isConditionalExpression(node.parent)) node = node.parent;
  const { parent } = node;
  // The name of a property, as in `fields['to move']`.
  if (parent.name === node || parent.argumentExpression === node) return true;
  if (ts.isPropertyAssignment(parent)) return PROPERTIES.includes(parent.name.text);
  // `element.className = …`, and `event.key === 'Enter'`.
  if (ts.isBinaryExpression(parent)) return [...PROPERTIES, 'key'].includes(parent.left.name?.text);
  return ts.isCallExpression(parent) && parent.expression.name?.text === 'startsWith';
}

for (const path of scripts.filter((one) => !one.startsWith(join(page, 'texts/')))) {
  visit(program.getSourceFile(path), (node) => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateHead(node) && !ts.isTemplateMiddleOrTemplateTail(node)) return;
    if (!WORDS.test(node.text) || NO_WORDS.test(node.text) || isName(node)) return;
    const words = node.text.replace(/^\P{L}+|\P{L}+$/gu, '');
    stale.delete(words);
    if (!EXEMPT.has(words) && !Object.hasOwn(english.opponents.characters, words)) faults.push(`${at(node)} has a text outside of texts/: ${words}`);
  });
}
for (const words of stale) faults.push(`no script has the literal that texts.mjs exempts: ${words}`);

// 2. and 3. index.html, and unused texts.

/** The attributes of index.html with texts. */
const ATTRIBUTES = ['aria-label', 'title', 'placeholder'];
/** Words of index.html that are the same in all languages. */
const SAME = ['KGN', 'PNG', 'GIF', 'Khepri'];
/** Elements without texts of languages: scripts, keys, and what is shown while there are no texts. */
const WITHOUT = /^<(script|kbd|noscript|div id="unstarted")[ >]/;
const VOID = ['meta', 'link', 'input', 'br', 'img', 'hr'];
const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': '\u00a0' };
const plain = (text) => text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
/** The paths in index.html. */
const paths = new Set();

shown.useTexts(english);
const checkPath = (path, text, what) => {
  paths.add(path);
  const expected = path.split('.').reduce((all, key) => all?.[key], shown.texts);
  if (typeof expected !== 'string') faults.push(`index.html: there is no text ${path}`);
  else if (text !== expected) faults.push(`index.html: ${what} should be the text ${path}: “${expected}”, found “${text}”`);
};
const hasWords = (text) => /\p{L}/u.test(text) && !SAME.includes(text.trim());
/** The open elements: their tags, paths and contents. */
const open = [];
for (const [token, close, name, list] of readFileSync(join(page, 'index.html'), 'utf8').matchAll(/<!--.*?-->|<!.*?>|<(\/?)([\w-]+)([^>]*)>|[^<]+/gs)) {
  if (close) {
    const { tag, path, content } = open.pop();
    if (!tag.startsWith(`<${name}`)) faults.push(`index.html: ${tag} is not closed`);
    if (path) checkPath(path, content, tag);
  } else if (name) {
    const attributes = Object.fromEntries([...list.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, plain(value)]));
    for (const key of ATTRIBUTES) {
      if (attributes[`data-${key}`]) checkPath(attributes[`data-${key}`], attributes[key], `the ${key} of ${token}`);
      else if (hasWords(attributes[key] ?? '')) faults.push(`index.html: the ${key} of ${token} has no data-${key}`);
    }
    // document.js sets the title, which has no attribute.
    const path = name === 'title' ? 'page.title' : attributes['data-text'];
    if (!VOID.includes(name)) open.push({ tag: token, path, content: '' });
  } else if (!token.startsWith('<!') && open.length) {
    open.at(-1).content += plain(token);
    if (hasWords(token) && !open.at(-1).path && !open.some(({ tag }) => WITHOUT.test(tag))) faults.push(`index.html: “${token.trim()}” has no data-text`);
  }
}

/** The declarations of texts that a script names, and of tables that it reads by a key. */
const named = new Set(), tables = new Set();
const use = (symbol, uses) => symbol?.declarations?.forEach((declaration) => uses.add(declaration));
for (const path of scripts) {
  visit(program.getSourceFile(path), (node) => {
    if (ts.isPropertyAccessExpression(node)) use(checker.getSymbolAtLocation(node.name), named);
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      use(checker.getTypeAtLocation(node.parent).getProperty((node.propertyName ?? node.name).text ?? ''), named);
    } else if (ts.isElementAccessExpression(node)) {
      let table = node.expression;
      while (ts.isParenthesizedExpression(table)) table = table.expression;
      use(checker.getSymbolAtLocation(table.name ?? table), tables);
    }
  });
}
const isIn = (symbol, uses) => symbol.declarations.some((declaration) => uses.has(declaration));
const isTree = (value) => typeof value === 'object' && !Array.isArray(value);
/** Reports the unused texts of an object. The keys of a table are no properties of its type. */
function checkUses(type, texts, before) {
  for (const [key, value] of Object.entries(texts)) {
    const symbol = type.getProperty(key), path = `${before}${key}`;
    if (!symbol || isIn(symbol, tables)) continue;
    const inner = checker.getTypeOfSymbol(symbol);
    if (isTree(value) && inner.getProperties().length) checkUses(inner, value, `${path}.`);
    else if (!isIn(symbol, named) && !paths.has(path)) faults.push(`the text ${path} is not used`);
  }
}
const module = checker.getSymbolAtLocation(source('texts/en.js'));
const type = checker.getTypeOfSymbol(checker.getExportsOfModule(module).find(({ escapedName }) => escapedName === 'default'));
checkUses(type, english, '');

// 4. The languages are the same everywhere.

const expected = Object.keys(LANGUAGES).sort().join(', ');
const [, ofStart = ''] = /const LANGUAGES = \[(.*)\];/.exec(source('start.js').text) ?? [];
for (const [where, found] of [
  ['start.js', [...ofStart.matchAll(/\w+/g)].map(([language]) => language)],
  ['texts/', readdirSync(join(page, 'texts')).filter((file) => /^..\.js$/.test(file)).map((file) => file.slice(0, 2))],
]) {
  if (found.sort().join(', ') !== expected) faults.push(`${where} has the languages ${found.join(', ')}, but texts/load.js has ${expected}`);
}

// 5. The texts of the languages are well formed.

const isBalanced = (text) => !/[⟦⟧]/.test(text.replace(/⟦[^|⟦⟧]*\|[^|⟦⟧]*⟧/g, ''));
const isSum = (node) => ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
/** Returns the text of an expression, with … for its values. */
const textOf = (node) => {
  if (isSum(node)) return textOf(node.left) + textOf(node.right);
  if (ts.isTemplateExpression(node)) return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…');
  return ts.isStringLiteralLike(node) ? node.text : '…';
};
for (const language of languages.keys()) {
  visit(source(`texts/${language}.js`), (node) => {
    if (!isSum(node.parent ?? node) && !isBalanced(textOf(node))) faults.push(`${at(node)} has ⟦ or ⟧ without the other names: ${textOf(node)}`);
  });
}

/** Returns a value of a type, with the same letter, colour and number everywhere. */
function sample(some, letter, number, name = '') {
  const text = /^(colour|owner|opponent)$/.test(name) ? ['silver', 'red'][number] : name === 'dir' ? 'n' : letter;
  if (some.flags & ts.TypeFlags.Unknown) return text;
  const one = checker.getNonNullableType(some);
  if (one.flags & ts.TypeFlags.BooleanLike) return number === 1;
  if (one.isUnion()) return sample(one.types[number % one.types.length], letter, number, name);
  if (one.isStringLiteral()) return one.value;
  if (one.flags & ts.TypeFlags.Number) return number;
  if (checker.isArrayType(one)) return [sample(checker.getTypeArguments(one)[0], letter, number)];
  // The values of faults: their lists are named in the plural.
  const values = one.getStringIndexType();
  if (values) return new Proxy({}, { get: (_, key) => (/s$|^expected$/.test(key) ? [letter, letter] : sample(values, letter, number, key)) });
  if (one.flags & ts.TypeFlags.Object) {
    return Object.fromEntries(one.getProperties().map((symbol) => [symbol.name, sample(checker.getTypeOfSymbol(symbol), letter, number, symbol.name)]));
  }
  return text;
}
/** Checks a text or a tree of texts of a language, given the English one and its type. */
function checkText(text, first, its, path) {
  if (typeof first === 'function') {
    const [signature] = its.getCallSignatures();
    for (const letter of 'kpsaxote') for (const number of [0, 1]) {
      const said = String(text(...signature.getParameters().map((symbol) => sample(checker.getTypeOfSymbol(symbol), letter, number, symbol.name))));
      if (/undefined|NaN|\[object/.test(said) || !isBalanced(said)) return void faults.push(`${path} returns “${said}”`);
    }
  } else if (Array.isArray(first) && text.length !== first.length) {
    faults.push(`${path} has ${text.length} entries, but English has ${first.length}`);
  } else if (typeof first === 'object') {
    for (const key of new Set([...Object.keys(first), ...Object.keys(text)])) {
      const symbol = its.getProperty(key);
      if (!Object.hasOwn(first, key) || !Object.hasOwn(text, key)) faults.push(`${path}.${key} is not in all languages`);
      else checkText(text[key], first[key], symbol ? checker.getTypeOfSymbol(symbol) : its.getStringIndexType() ?? its.getNumberIndexType(), `${path}.${key}`);
    }
  }
}
for (const [language, texts] of languages) checkText(texts, english, type, language);

for (const fault of faults) console.error(`src/page: ${fault}`);
process.exitCode = faults.length ? 1 : 0;
