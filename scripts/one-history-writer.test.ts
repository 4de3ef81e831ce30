import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './run.ts'

test('history entries are written by one statement only', async () => {
  const found: string[] = []
  for await (const file of glob('server/src/**/*.ts', { cwd: root })) {
    // Migrations stay as databases ran them; tests and seeds set a scene.
    if (/\/migrations\/|[.]test[.]ts$|\/test-support\/|\/seed\//.test(file)) continue
    if (
      /insert into (record_)?history\b|sql[.]table\('(record_)?history'\)/.test(
        readFileSync(join(root, file), 'utf8'),
      )
    )
      found.push(file)
  }
  assert.deepEqual(found, ['server/src/platform/database/insert-history.ts'])
})
