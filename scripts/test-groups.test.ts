import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, test } from 'node:test'
import { root } from './run.ts'
import { writeGroups } from './test-groups.ts'

const folder = mkdtempSync(join(tmpdir(), 'groups-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a test file; returns its path from the root. */
function testFile(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, `import { after, before, beforeEach, test } from 'node:test'\n${content}\n`)
  return relative(root, path)
}

/** Runs groups of these files as the suite does; returns the exit code and the output. */
function run(...files: string[]): { code: number | null; lines: string[] } {
  const groups = writeGroups(files, join(folder, 'groups'))
  // Within a test, Node refuses to run tests of its own.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...groups], {
    env,
    encoding: 'utf8',
  })
  return { code: status, lines: stdout.split('\n').map((line) => line.trim()) }
}

test('files of a group run one after the other, and the hooks of each apply to its own tests', () => {
  const file = (name: string) =>
    testFile(
      `${name}.test.ts`,
      `console.log('${name} is read')
before(() => console.log('${name} begins'))
beforeEach(() => console.log('${name} before each'))
after(() => console.log('${name} ends'))
test('${name} works', () => undefined)`,
    )
  const { code, lines } = run(file('one'), file('two'))
  assert.equal(code, 0, lines.join('\n'))
  assert.deepEqual(
    lines.filter((line) => /^# (?:one|two)/.test(line)),
    ['one', 'two'].flatMap((name) => [
      `# ${name} is read`,
      `# ${name} begins`,
      `# ${name} before each`,
      `# ${name} ends`,
    ]),
  )
  assert.ok(lines.includes('# pass 2'), lines.join('\n'))
})

test('a file that cannot be loaded fails by its name, and the others of its group run', () => {
  const broken = testFile('broken.test.ts', `throw new Error('no such table')`)
  const failing = testFile('failing.test.ts', `test('fails', () => { throw new Error('wrong') })`)
  const sound = testFile('sound.test.ts', `test('passes', () => undefined)`)
  const { code, lines } = run(broken, failing, sound)
  assert.equal(code, 1)
  const verdicts = lines
    .filter((line) => /^(?:not )?ok /.test(line))
    .map((line) => line.replace(/ \d+ -/, ''))
  assert.ok(verdicts.includes(`not ok ${broken}`), lines.join('\n'))
  assert.ok(verdicts.includes('not ok fails'), lines.join('\n'))
  assert.ok(verdicts.includes('ok passes'), lines.join('\n'))
})

/** The test files that groups run, by the names of the files. */
const filesOf = (groups: readonly string[]): string[][] =>
  groups.map((path) => [
    ...new Set([...readFileSync(path, 'utf8').matchAll(/[^/"]+\.test\.ts(?=")/g)].map(([name]) => name)),
  ])

test('each file is in one group, and tests of processes have one of their own', () => {
  const names = [...Array.from({ length: 20 }, (_, at) => `${at}.test.ts`), 'a.pg.test.ts', 'b.pg.test.ts']
  const files = names.map((name) => testFile(name, ''))
  const groups = filesOf(writeGroups(files, join(folder, 'groups')))
  assert.deepEqual(groups.flat().toSorted(), names.toSorted())
  for (const name of ['a.pg.test.ts', 'b.pg.test.ts'])
    assert.ok(groups.some((group) => group.length === 1 && group[0] === name))
})
