import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { root } from '../run.ts'

const Names = z.record(z.string(), z.string())

/** The parts of a package.json that differ between this repository and a published package. */
const Source = z.looseObject({
  name: z.string(),
  version: z.string(),
  exports: Names,
  bin: Names.optional(),
  sideEffects: z.union([z.boolean(), z.array(z.string())]).optional(),
  dependencies: Names.default({}),
  devDependencies: Names.default({}),
  peerDependencies: Names.optional(),
})
type Source = z.infer<typeof Source>

/** The packages that teams outside this repository install, by folder. */
export const publishedFolders = ['contract', 'shared-ui', 'remote-cli'] as const
export type PublishedFolder = (typeof publishedFolders)[number]

/**
 * Development dependencies that a remote outside this repository needs too: the build and the test
 * environment come with the screens. The development server is not needed: `portal dev` serves a running
 * portal.
 */
const toolsOf = (folder: PublishedFolder, { devDependencies }: Source): Record<string, string> =>
  folder === 'shared-ui'
    ? Object.fromEntries(Object.entries(devDependencies).filter(([name]) => name !== 'webpack-dev-server'))
    : {}

/** Where the compiled form of a source file is, as `./dist/src/index.js`. */
const compiled = (path: string) => `./dist/${path.slice(2)}`.replace(/\.tsx?$/, '.js')

/**
 * The folder with a second copy of the code for tests. Its package.json says `commonjs`, so that jest compiles
 * it as it compiles the tests of a remote; in a package of modules it would load the files as they are.
 */
export const testFolder = 'test'

/** The condition under which the test environment resolves that copy. */
const testCondition = 'portal-test'

/** The packages whose code runs in component tests. */
export const hasTestCopy = (folder: PublishedFolder): boolean => folder !== 'remote-cli'

/** The entry of an export. Folder `jest` is only in the copy for tests, since it sets up what is there. */
function exported(path: string, folder: PublishedFolder): string | Record<string, string> {
  const file = compiled(path)
  const copy = file.replace('./dist/', `./${testFolder}/`)
  if (path.startsWith('./jest/')) return copy
  return {
    types: file.replace(/\.js$/, '.d.ts'),
    ...(hasTestCopy(folder) && path.startsWith('./src/') && { [testCondition]: copy }),
    default: file,
  }
}

const mapped = <From, To>(record: Readonly<Record<string, From>>, change: (value: From, key: string) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))

/** Packages of the portal are released together and fit within one minor version. */
const ranged = (dependencies: Readonly<Record<string, string>>) =>
  mapped(dependencies, (version, name) => (name.startsWith('@portal/') ? `^${version}` : version))

export function readSource(folder: PublishedFolder): Source {
  return Source.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
}

/** The package.json of the published package: compiled files, public, with everything it needs. */
export function publishedPackage(folder: PublishedFolder): object {
  const source = readSource(folder)
  const { private: _private, scripts: _scripts, devDependencies: _dev, ...rest } = source
  const { bin, sideEffects, peerDependencies } = source
  const dependencies = { ...source.dependencies, ...toolsOf(folder, source) }
  return {
    ...rest,
    license: 'MIT',
    engines: { node: '>=24' },
    exports: {
      ...mapped(source.exports, (path) => exported(path, folder)),
      './package.json': './package.json',
    },
    ...(bin && { bin: mapped(bin, compiled) }),
    ...(Array.isArray(sideEffects) && {
      sideEffects: sideEffects.map((path) => (path.startsWith('./') ? compiled(path) : path)),
    }),
    dependencies: Object.fromEntries(
      Object.entries(ranged(dependencies)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    ...(peerDependencies && { peerDependencies: ranged(peerDependencies) }),
  }
}
