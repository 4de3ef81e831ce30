import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../../..')

/**
 * Item numbers of the checklist: sessions, sign-in, authorization, record calls, files, mail, transport and
 * logs.
 */
const due = Array.from({ length: 100 }, (_, at) => at + 1)

/** Item numbers at the start of a test title: `12: ...`, `93, 99: ...`, `93 to 95: ...`. */
function numbersOf(name: string): number[] {
  return name.split(', ').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split(' to ').map(Number)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  })
}

test('every item of the security checklist has a test with its number (issue 4)', async () => {
  const proved = new Set<number>()
  for await (const file of glob(
    '{server,shell,contract,shared-ui,e2e}/{src,journeys,failures}/**/*.{test,spec}.{ts,tsx}',
    { cwd: root },
  )) {
    // The title of a test, or of a case in a table of cases.
    const names = readFileSync(join(root, file), 'utf8').matchAll(
      /(?:test\(|\[)\s*['"`](\d+(?:(?:, | to )\d+)*): /g,
    )
    for (const [, numbers = ''] of names) for (const number of numbersOf(numbers)) proved.add(number)
  }
  assert.deepEqual(
    due.filter((number) => !proved.has(number)),
    [],
  )
})
