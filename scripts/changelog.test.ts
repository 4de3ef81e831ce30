import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './run.ts'

test('the changelog tells operators what to do for each release, before what is new', () => {
  const [, ...releases] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m)
  assert.ok(releases.length >= 2)
  for (const release of releases) {
    const [title = '', ...parts] = release.split(/^### /m)
    assert.match(parts[0] ?? '', /^For operators\n\n- /, title)
  }
})
