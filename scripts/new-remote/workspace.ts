import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.ts'

function change(file: string, by: (text: string) => string): void {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  const changed = by(text)
  if (changed === text) throw new Error(`${file} has no place for another remote: add it there by hand.`)
  writeFileSync(path, changed)
}

/** Inserts a copy of the last line that names a remote, with another name. */
function afterLast(text: string, line: RegExp, name: string): string {
  const last = [...text.matchAll(line)].at(-1)
  if (last === undefined) return text
  const end = last.index + last[0].length
  return text.slice(0, end) + last[0].replace(/mfe-[a-z]+/, `mfe-${name}`) + text.slice(end)
}

interface Lockfile {
  packages: Record<string, unknown> & { '': { workspaces: string[] } }
}

function isLockfile(value: unknown): value is Lockfile {
  return typeof value === 'object' && value !== null && 'packages' in value
}

/**
 * The lockfile with an additional remote, as npm would write it. Nothing is downloaded, because a new remote
 * only depends on packages of the portal.
 */
export function addToLockfile(text: string, name: string): string {
  const lockfile: unknown = JSON.parse(text)
  if (!isLockfile(lockfile)) return text
  const { packages } = lockfile
  const workspaces = packages[''].workspaces
  workspaces.splice(
    workspaces.findLastIndex((workspace) => workspace.startsWith('mfe-')) + 1,
    0,
    `mfe-${name}`,
  )
  const added = {
    [`mfe-${name}`]: {
      name: `@portal/mfe-${name}`,
      version: '0.1.0',
      dependencies: { '@portal/contract': '0.1.0', '@portal/shared-ui': '0.1.0' },
    },
    [`node_modules/@portal/mfe-${name}`]: { resolved: `mfe-${name}`, link: true },
  }
  const { '': itself, ...others } = { ...packages, ...added }
  const sorted = Object.entries(others).toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  return `${JSON.stringify({ ...lockfile, packages: { '': itself, ...Object.fromEntries(sorted) } }, null, 2)}\n`
}

/**
 * Adds a new remote to the npm workspaces, the compiler configuration and the lockfile, as `npm install`
 * would.
 */
export function addToWorkspace(name: string): void {
  change('package.json', (text) => afterLast(text, /\n {4}"mfe-[a-z]+",/g, name))
  change('tsconfig.json', (text) => afterLast(text, /\n {4}\{ "path": "\.\/mfe-[a-z]+" \},/g, name))
  change('package-lock.json', (text) => addToLockfile(text, name))
  const link = join(root, 'node_modules', '@portal', `mfe-${name}`)
  if (!existsSync(link)) symlinkSync(join('..', '..', `mfe-${name}`), link, 'junction')
}
