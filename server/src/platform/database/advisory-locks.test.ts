import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { advisoryLocks } from './advisory-locks.ts'

const source = join(import.meta.dirname, '../..')

test('no two advisory locks have the same key, and no key stands anywhere else', () => {
  const keys = Object.values(advisoryLocks)
  assert.equal(new Set(keys).size, keys.length)
  const elsewhere = globSync('**/*.ts', { cwd: source })
    .filter((file) => !file.includes('advisory-locks') && !file.includes('migrations/'))
    .filter((file) => /\b7_?032_?6\d\d\b/.test(readFileSync(join(source, file), 'utf8')))
  assert.deepEqual(elsewhere, [])
})
