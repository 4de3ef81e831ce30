import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './run.ts'

test('no module keeps a service by its database; services are fields of Deps (decision 0092)', async () => {
  const found: string[] = []
  for await (const file of glob('server/src/**/*.ts', { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8')
    if (/new WeakMap<\s*(Database|Deps\['database'\])/.test(source)) found.push(file)
  }
  assert.deepEqual(found, [])
})
