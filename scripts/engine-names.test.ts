import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { collectionNames } from '@portal/contract'
import { root } from './run.ts'

const names = collectionNames.join('|')
/** A string that is a collection's name, a statement on its table, or a member of the declarations. */
const named = new RegExp(
  `(['"\`])(${names})\\1|\\b(from|join|update|into) (${names})\\b|\\b(collections|tables)\\.(${names})\\b`,
  'g',
)
const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

/** The collection names in a source text, outside comments. */
function collectionNamesIn(source: string): string[] {
  return [...source.replaceAll(comments, '').matchAll(named)].map(([found]) => found)
}

test('a collection is found as a string, in a statement and as a declaration, but not in a comment', () => {
  assert.deepEqual(collectionNamesIn("if (table === 'permits') ..."), ["'permits'"])
  assert.deepEqual(collectionNamesIn('sql`select pid from users where ...`'), ['from users'])
  assert.deepEqual(collectionNamesIn('tables.orgs'), ['tables.orgs'])
  assert.deepEqual(collectionNamesIn('/** Reads from permits. */ // from tasks\nconst permits = 1'), [])
})

test('the record engine names no collection (decision 0091)', async () => {
  const found: string[] = []
  for await (const file of glob('server/src/engine/**/*.ts', { cwd: root })) {
    if (/[.]test[.]ts$|test-support|oracle/.test(file)) continue
    const hits = collectionNamesIn(readFileSync(join(root, file), 'utf8'))
    found.push(...hits.map((hit) => `${file}: ${hit}`))
  }
  assert.deepEqual(found, [])
})
