import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { root, runNode } from './run.ts'

const run = promisify(execFile)
const git = async (...args: string[]) => (await run('git', args, { cwd: root })).stdout.trim()

/** Where built releases are kept, each in a folder that begins with the time of its commit. */
export const releasesFolder = join(root, '.cache/releases')
const keptReleases = 3

/** The kept releases, oldest first: folders with the source and the builds of a commit. */
export function listReleases(): { name: string; folder: string }[] {
  if (!existsSync(releasesFolder)) return []
  return readdirSync(releasesFolder)
    .filter((name) => /^\d{8}-\d{6}-[0-9a-f]+$/.test(name))
    .toSorted()
    .map((name) => ({ name, folder: join(releasesFolder, name) }))
}

/**
 * Gives a folder the installed packages of this repository, by links. The packages of the portal are its own,
 * by relative links, so that the folder can be moved.
 */
function linkPackages(folder: string): void {
  const places = ['.', ...globSync('*/node_modules', { cwd: root }).map(dirname)]
  for (const place of places.filter((each) => existsSync(join(folder, each)))) {
    const [from, to] = [join(root, place, 'node_modules'), join(folder, place, 'node_modules')]
    mkdirSync(to, { recursive: true })
    for (const name of readdirSync(from).filter((each) => each !== '@portal'))
      symlinkSync(join(from, name), join(to, name))
  }
  const own = join(folder, 'node_modules/@portal')
  mkdirSync(own, { recursive: true })
  for (const name of globSync('*/package.json', { cwd: folder }).map(dirname))
    symlinkSync(join('../..', name), join(own, name))
}

/** Writes the source of a commit into a new folder and builds shell and remotes there. */
async function buildRelease(commit: string, folder: string): Promise<void> {
  const archive = `${folder}.tar`
  mkdirSync(folder, { recursive: true })
  try {
    await git('archive', '--format=tar', `--output=${archive}`, commit)
    await run('tar', ['-xf', archive, '-C', folder])
  } finally {
    rmSync(archive, { force: true })
  }
  linkPackages(folder)
  const { code, output } = await runNode([join(folder, 'scripts/build.ts')], { cwd: relative(root, folder) })
  if (code !== 0) throw new Error(`${commit} could not be built with the packages installed here:\n${output}`)
}

/**
 * Keeps a commit as a built release, and the last three releases in all. A release that is kept already is
 * not built again.
 */
export async function keepRelease(commit: string): Promise<string> {
  const time = await git('show', '--no-patch', '--format=%cd', '--date=format-local:%Y%m%d-%H%M%S', commit)
  const name = `${time}-${await git('rev-parse', '--short=10', `${commit}^{commit}`)}`
  const folder = join(releasesFolder, name)
  if (!existsSync(folder)) {
    const work = join(root, '.cache', `release-${name}`)
    rmSync(work, { recursive: true, force: true })
    try {
      await buildRelease(commit, work)
      mkdirSync(releasesFolder, { recursive: true })
      renameSync(work, folder)
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
  for (const old of listReleases().slice(0, -keptReleases))
    rmSync(old.folder, { recursive: true, force: true })
  return name
}

if (import.meta.main) {
  const commits = process.argv.slice(2)
  try {
    for (const commit of commits.length === 0 ? ['HEAD'] : commits)
      console.log(`Kept ${await keepRelease(commit)}.`)
    console.log(
      `Releases: ${listReleases()
        .map(({ name }) => name)
        .join(', ')}. npm run prove -- skew tries them.`,
    )
  } catch (error) {
    console.error(`The release was not kept: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}
