import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** A package exports each name only once, so that a name is never ambiguous. */

const root = join(import.meta.dirname, '..')
/** Names with the same meaning in every file: message catalogs, and worker tasks by name. */
const repeated = new Set(['t', 'en', 'es', 'parse'])
/**
 * A lazy boundary exports the name of the component behind it, because users of the component see them as one
 * thing.
 */
const boundary = /\.lazy\.tsx?$/

test('a package exports a name only once', () => {
  const files = globSync('{contract,server,shared-ui,shell,mfe-*}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.tsx?$|test-support|migrations/.test(file) && !boundary.test(file),
  )
  const places = new Map<string, string[]>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    const names = new Set(
      [...text.matchAll(/^export (?:async )?(?:function|const|class|interface|type|enum) (\w+)/gm)].map(
        ([, name = '']) => name,
      ),
    )
    for (const name of names) {
      const key = `${file.split('/')[0]} ${name}`
      places.set(key, [...(places.get(key) ?? []), file])
    }
  }
  assert.ok(places.size > 2_000, `${places.size}`)
  const homonyms = [...places].filter(
    ([key, found]) => found.length > 1 && !repeated.has(key.split(' ')[1] ?? ''),
  )
  assert.deepEqual(homonyms, [])
})
