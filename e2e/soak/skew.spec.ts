import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BuildRecord, contentHashOf } from '@portal/contract'
import { CliError } from '@portal/remote-cli/cli-error'
import { openPortal } from '@portal/remote-cli/open-portal'
import { packBuild } from '@portal/remote-cli/pack-build'
import type { Page } from 'playwright/test'
import { listReleases } from '../../scripts/keep-release.ts'
import { reportFigure } from '../support/figures.ts'
import { startOwnServer } from '../support/own-server.ts'
import { expect, expectPage, pageOfRemote, signInAs, test } from '../support/portal.ts'

type Remote = keyof typeof pageOfRemote
const remotes = Object.keys(pageOfRemote).filter((name): name is Remote => name in pageOfRemote)
const randomMixes = 20

/** A release of each remote, by its index. */
type Mix = Readonly<Record<Remote, number>>

/** Always the same numbers, so that a mix that broke can be tried again. Source: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const mixOf = (pick: () => number): Mix => ({
  mail: pick(),
  records: pick(),
  permits: pick(),
  files: pick(),
  admin: pick(),
})

/** The version under which a release of a remote is deployed, and the archive of its build. */
async function packRelease(remote: Remote, { folder }: { folder: string }, number: number) {
  const dist = join(folder, `mfe-${remote}/dist`)
  const built = BuildRecord.parse(JSON.parse(readFileSync(join(dist, 'portal-build.json'), 'utf8')))
  const version = `${number + 1}.0.0-${contentHashOf(built.version)}`
  return { version, archive: await packBuild(dist, { ...built, version }) }
}

/**
 * Activates a release of a remote, unless the portal says beforehand that it does not fit. Returns the
 * version, or the reasons. Everything else that prevents the deployment is an error.
 */
async function put(
  origin: string,
  remote: Remote,
  { version, archive }: { version: string; archive: Buffer },
) {
  const portal = await openPortal({ to: origin, token: undefined, remote })
  try {
    try {
      await portal.upload(version, archive)
    } catch (error) {
      // A slot or a field of the manifest that an earlier release does not know.
      if (error instanceof CliError) return { version: null, reasons: [error.message] }
      throw error
    }
    const { problems } = await portal.canDeploy(version)
    if (problems.length > 0) return { version: null, reasons: problems.map(({ detail }) => detail) }
    await portal.activate({ version })
    return { version, reasons: [] }
  } finally {
    await portal.leave()
  }
}

/** A part of a remote's page that only the code of the remote shows, and what it leads to. */
const partOf: Readonly<Record<Remote, (page: Page) => Promise<void>>> = {
  mail: (page) => expect(page.getByRole('link', { name: 'Drafts' })).toBeVisible(),
  records: openFirstRecord,
  permits: openFirstRecord,
  files: (page) => expect(page.getByRole('button', { name: 'New folder' })).toBeVisible(),
  admin: openFirstRecord,
}

/** Opens the drawer of a record, with the tabs, cards and actions of all remotes. */
async function openFirstRecord(page: Page): Promise<void> {
  await page.getByRole('grid').getByRole('row').nth(1).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('tab').first()).toBeVisible()
  await expect(drawer.getByRole('progressbar')).toHaveCount(0)
  await expect(drawer.locator('.MuiSkeleton-root')).toHaveCount(0)
}

/**
 * Opens the page of a remote, as its users do, and uses it. Returns what went wrong. `version` is the one
 * that must be shown, null for any.
 */
async function visit(
  page: Page,
  origin: string,
  remote: Remote,
  version: string | null,
): Promise<string | null> {
  const [label, path] = pageOfRemote[remote]
  const errors: string[] = []
  const note = (error: Error) => errors.push(String(error))
  page.on('pageerror', note)
  try {
    await page.goto(origin + path)
    await expectPage(page, label)
    await partOf[remote](page)
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    const entry = `/remotes/${remote}/${version}/remoteEntry.js`
    if (version !== null && !scripts.includes(entry)) errors.push(`${entry} was not loaded`)
    if (await page.getByRole('button', { name: 'Try again' }).first().isVisible())
      errors.push('a part shows a failure')
  } catch (error) {
    errors.push(error instanceof Error ? error.message : String(error))
  } finally {
    page.off('pageerror', note)
  }
  return errors.length === 0 ? null : `${remote} at ${path}: ${errors.join('; ')}`
}

test.use({ expectedConsole: /./ })

if (process.env['PROVE'] === '1') {
  test('every kept release of the shell runs every kept release of the remotes, and random mixes of them', async ({
    page,
  }) => {
    const releases = listReleases()
    expect(releases.length, 'npm run keep-release -- <commit> keeps at least two').toBeGreaterThan(1)
    test.setTimeout(60_000 * releases.length * 30)
    const begunMs = performance.now()
    const packed = await Promise.all(
      remotes.map(async (remote) => {
        const ofRemote = releases.map((release, number) => packRelease(remote, release, number))
        return [remote, await Promise.all(ofRemote)] as const
      }),
    )
    const random = randomFrom(25)
    const pick = () => Math.floor(random() * releases.length)
    const mixes = Array.from({ length: randomMixes }, () => ({ shell: pick(), mix: mixOf(pick) }))
    const broken: string[] = []
    const refused = new Map<string, readonly string[]>()
    let [tried, deployed, pages] = [0, 0, 0]
    for (const [shell, release] of releases.entries()) {
      const server = await startOwnServer(12 + shell, release.folder)
      try {
        await page.goto(`${server.origin}/login`)
        await signInAs(page, 'superadmin')
        const pairs = releases.map((_, number) => mixOf(() => number))
        const own = mixes.filter((each) => each.shell === shell).map(({ mix }) => mix)
        for (const mix of [...pairs, ...own]) {
          const words = `shell ${shell + 1} with ${remotes.map((name) => `${name} ${mix[name] + 1}`).join(', ')}`
          const versions = new Map<Remote, string | null>()
          for (const [remote, builds] of packed) {
            const build = builds[mix[remote]]
            if (build === undefined) throw new Error(`There is no release ${mix[remote]} of ${remote}`)
            const { version, reasons } = await put(server.origin, remote, build)
            versions.set(remote, version)
            if (version !== null) {
              deployed += 1
              continue
            }
            refused.set(`shell ${shell + 1} refuses ${remote} ${mix[remote] + 1}`, reasons)
            // What is live must go on with a new shell. Only a remote that is newer than the shell may be
            // refused.
            if (mix[remote] <= shell) broken.push(`${words}: ${remote} is refused: ${reasons.join(' ')}`)
          }
          for (const [remote, version] of versions) {
            const problem = await visit(page, server.origin, remote, version)
            pages += 1
            if (problem !== null) broken.push(`${words}: ${problem}`)
          }
          tried += 1
        }
      } finally {
        await page.goto('about:blank')
        await server.stop()
      }
    }
    const minutes = ((performance.now() - begunMs) / 60_000).toFixed(1)
    const asked = tried * remotes.length
    const lines = [
      `${tried} combinations of ${releases.length} releases in ${minutes} min (${releases.map(({ name }, number) => `${number + 1}: ${name}`).join('; ')})`,
      `${deployed} of ${asked} deployments made, ${asked - deployed} refused beforehand; ${broken.length} of ${pages} pages broken`,
      ...[...refused].map(([what, reasons]) => `${what} for ${reasons.length} reasons, as: ${reasons[0]}`),
      ...broken.map((line) => `broken: ${line}`),
    ]
    lines.forEach(reportFigure)
    expect(tried).toBe(releases.length ** 2 + randomMixes)
    expect(broken).toEqual([])
  })
}
