import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const sources = globSync('{shell,shared-ui,server,mfe-*}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(test|es)\.tsx?$/.test(file),
)

/** The entries of a message catalog: key to text. */
function entriesIn(file: string): Map<string, string> {
  const text = readFileSync(join(root, file), 'utf8')
  const entries = text.matchAll(/^ {2}(?:'([^']+)'|(\w+)):\s+(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"),$/gm)
  return new Map(
    [...entries].map(([, quoted = '', plain = '', single = '', double = '']) => [
      quoted || plain,
      single || double,
    ]),
  )
}

const placeholders = (text: string) => (text.match(/\{\{\w+(?:, number)?\}\}/g) ?? []).toSorted().join(' ')
const kebab = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1-$2').toLowerCase()
const twinOf = (file: string) =>
  join(dirname(file), `${kebab(file.replace(/^.*\//, '').replace(/\.tsx?$/, ''))}.es.ts`)
const catalogues = sources.filter((file) =>
  /registerTexts\('|serverTexts\(en, es\)|\bauditTexts = \{/.test(readFileSync(join(root, file), 'utf8')),
)

test('every English message catalog has a Spanish one, which its package loads', () => {
  assert.ok(catalogues.length > 50)
  for (const file of catalogues) {
    const [pkg = ''] = file.split('/')
    const namespace = /registerTexts\('([^']+)'/.exec(readFileSync(join(root, file), 'utf8'))?.[1]
    if (namespace === undefined) continue
    const list = readFileSync(join(root, pkg, 'src/spanish.ts'), 'utf8')
    assert.ok(
      list.includes(`'./${relative(join(pkg, 'src'), twinOf(file))}'`),
      `${pkg}/src/spanish.ts does not list ${twinOf(file)}`,
    )
    assert.match(
      list,
      new RegExp(`^ {2}'?${namespace}'?: `, 'm'),
      `${pkg}/src/spanish.ts does not name ${namespace}`,
    )
  }
})

test('a Spanish text has the same placeholders as the English one and differs from it', () => {
  const same: string[] = []
  for (const file of catalogues) {
    const spanish = entriesIn(twinOf(file))
    for (const [key, text] of spanish) {
      const english = entriesIn(file).get(key)
      if (english === undefined) continue
      assert.equal(placeholders(text), placeholders(english), `${twinOf(file)}: ${key}`)
      if (text === english && text.replaceAll(/\{\{.*?\}\}/g, '').length > 25)
        same.push(`${twinOf(file)}: ${key}`)
    }
  }
  assert.deepEqual(
    same.filter((each) => !/senderResults/.test(each)),
    [],
  )
})

test('every title and label of a page or panel has a Spanish translation', () => {
  const spanish = new Set(
    ['labels', 'entry-labels', 'field-labels', 'value-labels'].flatMap((name) => [
      ...entriesIn(`contract/src/spanish/${name}.es.ts`).keys(),
    ]),
  )
  const written = globSync('mfe-*/portal.json', { cwd: root }).flatMap((file) => [
    ...readFileSync(join(root, file), 'utf8').matchAll(/"(?:title|label)": "([^"]+)"(?!,\s*"labelEs")/g),
  ])
  const ofShell = readFileSync(join(root, 'shell/src/shell-routes.ts'), 'utf8').matchAll(/title: '([^']+)'/g)
  const titles = [...written, ...ofShell].map(([, title = '']) => title)
  assert.ok(titles.length > 40)
  assert.deepEqual(
    titles.filter((title) => !spanish.has(title)),
    [],
  )
})

/** A key as it is used: by itself, without the ending of a plural, or put together (`notify_${who}`). */
function isUsed(key: string, code: string, patterns: readonly RegExp[]): boolean {
  const base = key.replace(/_(zero|one|other)$/, '')
  return (
    [key, base].some((name) => code.includes(`'${name}'`)) || patterns.some((pattern) => pattern.test(base))
  )
}

test('no screen text is unused', () => {
  const unused: string[] = []
  // Codes of the contract are keys too: `t(role)`.
  const codes = globSync('contract/src/**/*.ts', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const packages = new Set(catalogues.map((file) => file.split('/')[0] ?? ''))
  for (const pkg of packages) {
    const texts = catalogues.filter((file) => file.startsWith(`${pkg}/`))
    const code = sources
      .filter((file) => file.startsWith(`${pkg}/`))
      .map((file) =>
        readFileSync(join(root, file), 'utf8').replaceAll(/^ {2}(?:'[^']+'|\w+): .*$/gm, (line) =>
          // An entry of a catalogue is no use of its key.
          texts.includes(file) ? line.slice(line.indexOf(':')) : line,
        ),
      )
      .concat(codes)
      .join('\n')
    const starts = [...code.matchAll(/`([\w.-]+)\$\{/g)].map(([, start = '']) => new RegExp(`^${start}.`))
    const ends = [...code.matchAll(/\}([\w.-]+)`/g)].map(([, end = '']) => new RegExp(`.${end}$`))
    const patterns = [...starts, ...ends]
    for (const file of texts.filter((text) => !text.startsWith('server/')))
      for (const key of entriesIn(file).keys())
        if (!isUsed(key, code, patterns)) unused.push(`${file}: ${key}`)
  }
  assert.deepEqual(unused, [])
})

test('a screen shows the options of the contract in its own language, not by their English label', () => {
  const lists = 'documentTypes|documentStates|disciplines|feeCodes|contactRoles|orgRoles|methods'
  const raw = new RegExp(
    `\\b(?:${lists})\\b(?:\\.find\\([^\\n]*\\)\\?\\.label|\\.map\\(\\(\\{[^}\\n]*\\blabel\\b)`,
  )
  assert.deepEqual(
    sources.filter((file) => !file.startsWith('server/') && raw.test(readFileSync(join(root, file), 'utf8'))),
    [],
  )
})
