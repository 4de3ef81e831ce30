import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './run.ts'

/** A call that changes cached queries, with the start of its arguments up to the key. */
const write =
  /\b(?:setQuery|setQueries|invalidateQueries|refetchQueries|removeQueries|resetQueries|cancelQueries)\w*(?:<[^(]*>)?\(\s*(?:\{\s*queryKey:\s*)?(?:recordKeys\.(?:all|collection|lists|list)\b|stepsKey\b|\[\s*'records')/g

const listWritesIn = (source: string): string[] => [...source.matchAll(write)].map(([found]) => found)

test('a write to a cached list is found, and one to a single record is not', () => {
  assert.equal(listWritesIn('client.invalidateQueries({ queryKey: recordKeys.all })').length, 1)
  assert.equal(listWritesIn("client.setQueryData(recordKeys.list('tasks', state), page)").length, 1)
  assert.equal(listWritesIn('client.invalidateQueries({\n  queryKey: stepsKey,\n})').length, 1)
  assert.deepEqual(
    listWritesIn("client.invalidateQueries({ queryKey: recordKeys.record('tasks', pid) })"),
    [],
  )
})

test('only the list folder of shared-ui writes cached lists (decision 0094)', async () => {
  const found: string[] = []
  for await (const file of glob('{shared-ui,shell,mfe-*}/src/**/*.{ts,tsx}', { cwd: root })) {
    if (/[.]test[.]tsx?$|test-support/.test(file) || file.startsWith('shared-ui/src/records/list/')) continue
    found.push(...listWritesIn(readFileSync(join(root, file), 'utf8')).map((hit) => `${file}: ${hit}`))
  }
  assert.deepEqual(found, [])
})
