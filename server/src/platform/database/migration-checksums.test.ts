import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { readMigrations } from './migrate.ts'

const file = join(import.meta.dirname, 'migration-checksums.json')

/**
 * A server refuses a database on which a different text of a migration ran, so a migration is never changed.
 */
test('no migration has changed since it was written, including its comments and formatting', async () => {
  const known = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  const migrations = await readMigrations()
  const found = Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]))
  assert.deepEqual(
    found,
    known,
    'Restore the migration. A new one gets its line in migration-checksums.json.',
  )
})
