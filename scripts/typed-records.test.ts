import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './run.ts'

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

/** A field read by its name as text, which the compiler cannot check. */
const untypedRead =
  /\b(before|after|values|row|record|permit|task|payment|user|message|last)(\?\.)?\['\w+'\]/g

/**
 * A type argument of a query, which would be a cast of its rows. `run`, `query`, `queryIn`, `slowQuery`,
 * `read` and `ask` take a schema, so the compiler refuses it today.
 */
const uncheckedRows = /\b(run|query|queryIn|slowQuery|read|ask)<(?!Row\b|Result\b|Schema\b|pg\.)/g

/**
 * A status code that the compiler does not check: compared with a transition's target or a key of the status
 * map, which are any text, or listed as text.
 */
const rawStatus =
  /\b(to|key) [!=]== '[A-Z][A-Z_]+'|\bpermit\??(\.before)?\.status [!=]== '[A-Z]|: readonly (string|unknown)\[\] = \[\s*'[A-Z][A-Z_]+'|\{ to: '[A-Z]/g

async function countIn(folder: string, pattern: RegExp): Promise<number> {
  let count = 0
  for await (const file of glob(`server/src/${folder}/**/*.ts`, { cwd: root })) {
    if (/[.]test[.]ts$|\/test-support\//.test(file)) continue
    const source = readFileSync(join(root, file), 'utf8').replaceAll(comments, '')
    count += [...source.matchAll(pattern)].length
  }
  return count
}

/** Areas whose records come from a declaration: `RecordOf`, `LockedRecord`, `CollectionRules`. */
const typedAreas = [
  'documents',
  'notifications',
  'organizations',
  'packages',
  'payments',
  'tasks',
  'users',
].map((area) => `domain/${area}`)

test('a field read by text, an unchecked row and a raw status are found', () => {
  assert.equal(["before['status']", "row?.['pid']"].join().match(untypedRead)?.length, 2)
  assert.equal('await run<{ pid: string }>(database, trx, sql``)'.match(uncheckedRows)?.length, 1)
  assert.equal("if (to === 'ISSUED') applyTransition(it, { to: 'VOIDED' })".match(rawStatus)?.length, 2)
  assert.equal('if (to === permitStatus.ISSUED) return'.match(rawStatus), null)
})

test('the areas of the domain read the fields of records by their types', async () => {
  for (const area of typedAreas) assert.equal(await countIn(area, untypedRead), 0, area)
})

test('the areas of records compare statuses that the compiler checks', async () => {
  const areas = [...typedAreas.filter((area) => area !== 'domain/users'), 'domain/permits']
  for (const area of areas) assert.equal(await countIn(area, rawStatus), 0, area)
})

test('the server checks the rows of its queries by a schema', async () => {
  assert.equal(await countIn('.', uncheckedRows), 0)
})

test('no further field of the domain is read by text', async () => {
  assert.equal(await countIn('domain', untypedRead), 4)
})
