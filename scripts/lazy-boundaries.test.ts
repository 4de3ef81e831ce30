import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/**
 * A lazy boundary is a file `X.lazy.ts(x)` beside its `X.ts(x)`. Which code loads on demand is then seen in
 * the names of files, and moving a file between chunks is one import.
 */

const root = join(import.meta.dirname, '..')

/** Files of the same package that any file may import dynamically, each with its reason. */
const exceptions: readonly { target: RegExp; reason: string }[] = [
  {
    target: /^[^/]+\/src\/(entry\/)?spanish\.ts$/,
    reason: 'The Spanish texts of a package: createRemote, createPanel and the shell load them by language.',
  },
]

const product = globSync('{contract,server,shared-ui,shell,mfe-*}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/test-support\//.test(file),
)
const boundaries = product.filter((file) => /\.lazy\.tsx?$/.test(file))
const dynamicImport = /(?<!typeof )\bimport\(\s*(?:\/\*[^*]*\*\/\s*)?['"]([^'"]+)['"]/g

/** The files of its own package that a file imports dynamically; imports of packages are not listed. */
function loadedBy(file: string): string[] {
  const [folder = ''] = file.split('/')
  return [...readFileSync(join(root, file), 'utf8').matchAll(dynamicImport)].flatMap(([, specifier = '']) => {
    if (specifier.startsWith('#')) return [`${folder}/src/${specifier.slice(1)}`]
    const target = normalize(join(dirname(file), specifier))
    return specifier.startsWith('.') && target.startsWith(`${folder}/`) ? [target] : []
  })
}

test('no folder is named lazy', () => {
  assert.deepEqual(
    product.filter((file) => file.split('/').slice(0, -1).includes('lazy')),
    [],
  )
})

test('a file of the same package is loaded on demand only by a file X.lazy.ts(x)', () => {
  const misplaced = product
    .filter((file) => !boundaries.includes(file))
    .flatMap((file) =>
      loadedBy(file)
        .filter((loaded) => !exceptions.some(({ target }) => target.test(loaded)))
        .map((loaded) => `${file} imports ${loaded}`),
    )
  assert.deepEqual(misplaced, [])
})

test('each X.lazy.ts(x) loads the X.ts(x) beside it', () => {
  assert.ok(boundaries.length > 30, `${boundaries.length}`)
  const others = boundaries.filter((file) => {
    const names = ['ts', 'tsx'].map((ending) => file.replace(/\.lazy\.tsx?$/, `.${ending}`))
    return !loadedBy(file).some((loaded) => names.includes(loaded) && existsSync(join(root, loaded)))
  })
  assert.deepEqual(others, [])
})

test('each exception is in use', () => {
  const loaded = product.flatMap(loadedBy)
  assert.deepEqual(
    exceptions.filter(({ target }) => !loaded.some((file) => target.test(file))),
    [],
  )
})
