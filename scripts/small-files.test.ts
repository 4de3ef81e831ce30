import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'

/** Source: decision 0090. */
const smallLines = 30
const maxShare = 0.05

const root = join(import.meta.dirname, '..')
const packages = [
  'contract',
  'server',
  'shared-ui',
  'shell',
  ...globSync('mfe-*', { cwd: root }).toSorted(),
] as const
const Target = z.union([z.string(), z.record(z.string(), z.string())]).transform((target) => {
  return typeof target === 'string' ? target : (Object.values(target)[0] ?? '')
})
const Package = z.object({
  name: z.string(),
  imports: z.record(z.string(), Target).default({}),
  exports: z.record(z.string(), Target).default({}),
})

const manifests = new Map(
  packages.map((folder) => [
    folder,
    Package.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))),
  ]),
)
const texts = new Map(
  packages
    .flatMap((folder) => globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
/** The files behind the `exports` of packages: what they re-export is used by other packages. */
const faces = new Set(
  [...manifests].flatMap(([folder, { exports }]) =>
    Object.values(exports).map((target) => normalize(join(folder, target))),
  ),
)

/** The file an import names; undefined where it is none of ours. */
function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  const folder = file.slice(0, file.indexOf('/'))
  for (const [pattern, target] of Object.entries(manifests.get(folder)?.imports ?? {})) {
    const [start = '', end] = pattern.split('*')
    if (end !== undefined && specifier.startsWith(start))
      return normalize(join(folder, target.replace('*', specifier.slice(start.length))))
  }
  for (const [other, { name, exports }] of manifests) {
    const target = exports[specifier === name ? '.' : specifier.replace(name, '.')]
    if (specifier.startsWith(name) && target !== undefined) return normalize(join(other, target))
  }
  return undefined
}

const isTest = (file: string) => /\.test\.tsx?$|test-support|suite/.test(file)
const importers = new Map<string, Set<string>>()
/** Files that are loaded on demand, however small. */
const lazy = new Set<string>()
for (const [file, text] of texts) {
  for (const [, how, specifier = ''] of text.matchAll(/(from|import\(|import)\s*'([^']+)'/g)) {
    const target = resolve(file, specifier)
    if (target === undefined || !texts.has(target)) continue
    importers.set(target, (importers.get(target) ?? new Set()).add(file))
    if (how === 'import(') lazy.add(target)
  }
}

/**
 * A small file of one importer, neither loaded on demand nor the lazy boundary that loads one, nor tested by
 * itself, nor a Spanish catalogue.
 */
function isNeedless(file: string, text: string): boolean {
  if (text.split('\n').length - 1 > smallLines || faces.has(file) || lazy.has(file)) return false
  if (/\.es\.ts$|\.lazy\.tsx?$/.test(file)) return false
  const users = [...(importers.get(file) ?? [])]
  const [user, ...others] = users.filter((user) => !isTest(user))
  if (user === undefined || others.length > 0 || faces.has(user)) return false
  return !users.some((user) => /\.test\.tsx?$/.test(user))
}

test('few files are so small that they belong into the one file that imports them', () => {
  const product = [...texts].filter(([file]) => !isTest(file))
  assert.ok(product.length > 1_000)
  const needless = product.filter(([file, text]) => isNeedless(file, text)).map(([file]) => file)
  assert.ok(needless.length > 0, 'the search finds none: it is broken')
  assert.ok(
    needless.length <= product.length * maxShare,
    `${needless.length} of ${product.length} files:\n${needless.join('\n')}`,
  )
})
