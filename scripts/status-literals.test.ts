import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { codesFrom, correctionStatuses, machines, tables, userStatuses } from '@portal/contract'
import { root } from './run.ts'

/** Every status that a declaration or a state machine has. */
const declared = new Set<string>([
  ...Object.values(machines).flatMap((machine) => machine?.statuses ?? []),
  ...Object.values(tables).flatMap(({ fields }) =>
    'status' in fields ? Object.keys(codesFrom(fields.status)) : [],
  ),
  ...userStatuses,
  ...correctionStatuses,
])

/** A comparison of a column `status` with codes in a statement, which the compiler does not check. */
const comparison = /\bstatus (?:=|<>|in|not in) *\(?((?:'[A-Z_]+'(?:, *)?)+)/g

/** The status codes of the statements in a source text. */
const statusesIn = (source: string): string[] =>
  [...source.matchAll(comparison)].flatMap(([, codes = '']) => codes.match(/[A-Z_]+/g) ?? [])

test('a status in a statement is found, alone and in a list', () => {
  assert.deepEqual(statusesIn("where t.status = 'PAID' and k.status not in ('DONE', 'CANCELLED')"), [
    'PAID',
    'DONE',
    'CANCELLED',
  ])
})

test('statements of the server name only statuses that exist', async () => {
  const unknown: string[] = []
  let found = 0
  for await (const file of glob('server/src/**/*.ts', { cwd: root })) {
    if (/\/migrations\//.test(file)) continue
    const statuses = statusesIn(readFileSync(join(root, file), 'utf8'))
    found += statuses.length
    unknown.push(...statuses.filter((status) => !declared.has(status)).map((status) => `${file}: ${status}`))
  }
  assert.ok(found > 100)
  assert.deepEqual(unknown, [])
})
