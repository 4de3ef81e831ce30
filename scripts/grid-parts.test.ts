import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { absentFiles } from '../shared-ui/build/absent-parts.ts'
import { absentCode, exportedNames } from '../shared-ui/build/absent-exports-loader.ts'
import { lazyFiles } from '../shared-ui/build/grid-parts.ts'
import { lazyCode } from '../shared-ui/build/lazy-exports-loader.ts'

/** A part that an update of a library moves would be back in the first table without a word. */

const modules = join(import.meta.dirname, '../node_modules')
const sourceOf = (file: string): string => readFileSync(join(modules, file), 'utf8')

test('each part of a library that loads on demand is where the build looks for it', () => {
  assert.ok(lazyFiles.length > 50)
  for (const { file, kind } of lazyFiles)
    assert.match(lazyCode(file, sourceOf(file), kind), /import\(.*[?]whole"\)/, file)
})

test('each part of a library that is left out is where the build looks for it, under all its names', () => {
  for (const file of absentFiles) {
    const source = sourceOf(file)
    const code = absentCode(source, 'It')
    assert.ok(exportedNames(source).length > 0, file)
    assert.deepEqual(exportedNames(code).toSorted(), exportedNames(source).toSorted(), file)
  }
})

test('a part on demand exports its components, draws them by lazy code, and passes on class names', () => {
  const source = [
    "export { default as aClasses } from './aClasses.mjs'",
    'export { GridPart, helper };',
    'export const renderPart = params => null',
  ].join('\n')
  const code = lazyCode('part.mjs', source, 'part')
  assert.match(code, /aClasses/)
  assert.match(code, /export const GridPart = .*lazyComponent/)
  assert.match(code, /export const renderPart = \(params\) => createElement/)
  assert.doesNotMatch(code, /helper/)
})
