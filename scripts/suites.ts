import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'
import type { Step } from './steps.ts'
import { writeGroups } from './test-groups.ts'

/**
 * Timeout of a test file, so that a hanging file does not block the others. Property tests with full counts
 * take long.
 */
const maxFileMs = 480_000
const maxProofMs = 3_600_000

const bin = (path: string): string => join('node_modules', path)

/** Static checks of the code. They run before any test. */
export const form: readonly Step[] = [
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '-b', '--pretty', 'false'] },
  { name: 'lint', args: [bin('oxlint/bin/oxlint'), '--deny-warnings', '--report-unused-disable-directives'] },
  {
    name: 'arrows',
    args: [
      bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err',
      ...cruised(),
    ],
  },
  { name: 'conventions', args: ['scripts/conventions.ts'] },
  { name: 'lockfile', args: ['scripts/repair-lockfile.ts', '--check'] },
  { name: 'unused', args: [bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints'] },
]

function folders(): string[] {
  return [
    'contract',
    'shared-ui',
    'remote-cli',
    'shell',
    ...globSync('mfe-*', { cwd: root }).toSorted(),
    'server',
    'e2e',
    'bench',
  ]
}

function cruised(): string[] {
  return [...folders(), 'scripts']
}

function found(patterns: readonly string[], area: string): string[] {
  return globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => file.includes(area))
    .toSorted()
}

/**
 * Node tests. `*.pg.test.ts` files need a PostgreSQL process. `area` is a part of the path, '' for all.
 * `isFull` runs property tests with full counts, each file in a process of its own.
 */
export function nodeSuites(area: string, withPostgres: boolean, isFull = false): Step[] {
  const ofServer = found(['server/src/**/*.test.ts'], area).filter(
    (file) => withPostgres || !file.endsWith('.pg.test.ts'),
  )
  const suites = [
    { name: 'scripts', files: found(['scripts/**/*.test.ts'], area), concurrency: 2 },
    { name: 'contract', files: found(['contract/src/**/*.test.ts'], area), concurrency: 2 },
    { name: 'remote-cli', files: found(['remote-cli/src/**/*.test.ts'], area), concurrency: 2 },
    {
      name: 'server',
      files: isFull ? ofServer : writeGroups(ofServer, join(root, '.cache/test-groups')),
      // Some tests wait for a killed process or for the undo time of a sent mail, and leave a core idle.
      concurrency: 3,
    },
  ]
  return suites
    .filter(({ files }) => files.length > 0)
    .map(({ name, files, concurrency }) => ({
      name,
      runner: 'node',
      args: [
        '--test',
        `--test-concurrency=${concurrency}`,
        `--test-timeout=${isFull ? maxProofMs : maxFileMs}`,
      ],
      files,
    }))
}

/** Component tests of all front-end packages in one jest run. */
export function screenSuite(area: string): Step[] {
  const projects = folders().filter((name) => existsSync(join(root, name, 'jest.config.mjs')))
  const files = found(
    projects.map((name) => `${name}/src/**/*.test.{ts,tsx}`),
    area,
  )
  if (files.length === 0) return []
  // Young objects have room from the start: V8 would widen it in steps and copy what lives meanwhile. Saves
  // about 7 % of the processor time.
  const options = ['--min-semi-space-size=16', '--experimental-vm-modules', '--no-warnings']
  return [
    {
      name: 'screens',
      runner: 'jest',
      args: [
        ...options,
        bin('jest/bin/jest.js'),
        '--maxWorkers=2',
        '--projects',
        ...projects,
        ...(area === '' ? [] : ['--runTestsByPath', ...files]),
      ],
    },
  ]
}

/** End-to-end tests of the built portal in a real browser. */
export function journeys(area: string): Step[] {
  const files = found(['e2e/**/*.spec.ts'], area)
  if (files.length === 0) return []
  return [
    {
      name: 'journeys',
      runner: 'playwright',
      args: [bin('playwright/cli.js'), 'test', '-c', 'e2e', ...(area === '' ? [] : files)],
    },
  ]
}
