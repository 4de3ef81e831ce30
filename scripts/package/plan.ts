import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { root } from '../run.ts'
import type { Filter } from './copy-tree.ts'

/** A folder or file of the repository that goes into the package, and the group its size is counted in. */
export interface Part {
  group: string
  /** Path in the repository, and in the package too. */
  path: string
  filter?: Filter
}

/** Source as Node runs it: without tests and what only tests import. */
const isSource: Filter = (path) => !/\.test\.ts$|(^|\/)test-support(\/|$)/.test(path)

/**
 * What runs of a package: without source maps, declarations and TypeScript source, which Node refuses below
 * node_modules, and without pages about it, except its license and notices. Nested packages are parts of
 * their own.
 */
export const isRuntime: Filter = (path) =>
  !/(^|\/)node_modules$/.test(path) &&
  !/\.(map|ts|mts|cts|tsbuildinfo)$/.test(path) &&
  (!/\.(md|markdown)$/i.test(path) || /licen[cs]e|notice|copying/i.test(path))

/** Everything that the package contains besides Node and the files made for it. */
export function plan(packages: readonly string[]): Part[] {
  const builds = [
    'shell/dist',
    ...globSync('mfe-*/portal.json', { cwd: root })
      .map((file) => `${dirname(file)}/dist`)
      .toSorted(),
  ]
  return [
    ...['server/package.json', 'server/data', 'contract/package.json', 'LICENSE', 'CHANGELOG.md'].map(
      (path) => ({
        group: 'server and contract',
        path,
      }),
    ),
    ...['deploy', 'docs/operating'].map((path) => ({ group: 'guide and examples', path })),
    ...['server/src', 'contract/src'].map((path) => ({
      group: 'server and contract',
      path,
      filter: isSource,
    })),
    ...builds.map((path) => ({
      group: 'shell and remotes',
      path,
      filter: (file: string) => !file.endsWith('.map'),
    })),
    ...packages.map((path) => ({ group: 'packages', path, filter: isRuntime })),
  ]
}
