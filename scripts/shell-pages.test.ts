import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('the server knows every page of the shell, so that none answers as not found', () => {
  const routes = read('shell/src/shell-routes.ts').matchAll(/\{ path: '([^']+)'/g)
  const set = /shellPages = new Set\(\[([^\]]*)\]/.exec(read('server/src/platform/federation/shell-pages.ts'))
  const known = (set?.[1] ?? '').matchAll(/'([^']+)'/g)
  const paths = [...routes].map(([, path = '']) => path).toSorted()
  assert.ok(paths.length > 5)
  assert.deepEqual([...known].map(([, path = '']) => path).toSorted(), paths)
})
