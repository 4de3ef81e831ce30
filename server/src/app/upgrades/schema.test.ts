import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import type { Database } from '#platform/database/database.ts'
import { readMigrations } from '#platform/database/migrate.ts'
import { openTestDatabase } from '#test-support/open-test-database.ts'
import { listReleases, readReleasedSchema } from '#test-support/released.ts'
import { readSchema, whatBreaks } from '#test-support/schema.ts'
import type { Contraction, Schema } from '#test-support/schema.ts'

let database: Database
before(async () => {
  database = await openTestDatabase(pino({ level: 'silent' }))
})
after(() => database.close())

test('servers of the last release still work on the schema of this version', async () => {
  const releases = listReleases()
  const before = await readReleasedSchema(releases.at(-1) ?? '')
  const contractions = (await readMigrations()).flatMap(({ name, contract }) =>
    contract === undefined ? [] : [{ migration: name, ...contract }],
  )
  assert.deepEqual(whatBreaks(before, await readSchema(database), contractions, releases), [])
})

const text = { type: 'text', isNullable: true, isOptional: true }
const required = { type: 'text', isNullable: false, isOptional: false }
const last: Schema = { tasks: { title: required, color: text }, old: { a: text } }
const drop = (unusedSince: string, ...takes: string[]): Contraction => ({
  migration: '0600-drop',
  unusedSince,
  takes,
})
const stillUsed = 'and servers of the last release still use it.'

/** Each case: the schema now, the contractions, and what breaks for servers of release 0.2.0. */
const cases: readonly [title: string, now: Schema, contractions: Contraction[], breaks: string[]][] = [
  ['the same schema', last, [], []],
  [
    'a new table, and a new column that need not be given',
    { ...last, tasks: { ...last['tasks'], size: text }, fresh: { a: required } },
    [],
    [],
  ],
  ['a dropped column', { ...last, tasks: { title: required } }, [], [`tasks.color is gone, ${stillUsed}`]],
  [
    'a renamed column',
    { ...last, tasks: { title: required, shade: text } },
    [],
    [`tasks.color is gone, ${stillUsed}`],
  ],
  ['a dropped table', { tasks: last['tasks'] ?? {} }, [], [`old is gone, ${stillUsed}`]],
  [
    'another type',
    { ...last, tasks: { title: required, color: { ...text, type: 'integer' } } },
    [],
    [`tasks.color is integer and was text, ${stillUsed}`],
  ],
  [
    'a new column without a default',
    { ...last, tasks: { ...last['tasks'], size: required } },
    [],
    [`tasks.size is new and must be given, ${stillUsed}`],
  ],
  [
    'a column that must have a value now',
    { ...last, tasks: { title: required, color: { ...text, isNullable: false } } },
    [],
    [`tasks.color takes no null any more, ${stillUsed}`],
  ],
  [
    'a column that the last release no longer uses, declared by its migration',
    { ...last, tasks: { title: required } },
    [drop('0.2.0', 'tasks.color')],
    [],
  ],
  [
    'a declared one whose last use ends with a release that is not out',
    { ...last, tasks: { title: required } },
    [drop('0.3.0', 'tasks.color')],
    ['0600-drop has to wait: release 0.3.0 is not out.', `tasks.color is gone, ${stillUsed}`],
  ],
]

for (const [title, now, contractions, breaks] of cases)
  test(`${breaks.length === 0 ? 'allowed' : 'refused'} beside servers of the last release: ${title}`, () => {
    assert.deepEqual(whatBreaks(last, now, contractions, ['0.1.0', '0.2.0']), breaks)
  })
