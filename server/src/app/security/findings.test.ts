import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../../../..')

/** Findings of the security review of 2026-11-22: S-01 to S-32. */
const findings = Array.from({ length: 32 }, (_, index) => `S-${String(index + 1).padStart(2, '0')}`)

test('every finding of the security review has a test whose title starts with its number', async () => {
  const tested = new Set<string>()
  for await (const file of glob('{server,shell,shared-ui,contract,mfe-*,scripts}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })) {
    for (const [, number = ''] of readFileSync(join(root, file), 'utf8').matchAll(/['"`](S-\d\d)[:,] /g))
      tested.add(number)
  }
  assert.deepEqual(
    findings.filter((finding) => !tested.has(finding)),
    [],
  )
})
