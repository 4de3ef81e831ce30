import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BuildRecord, contentHashOf } from '@portal/contract'
import { openPortal } from '@portal/remote-cli/open-portal'
import { packBuild } from '@portal/remote-cli/pack-build'
import type { Page } from 'playwright/test'
import { listReleases } from '../../scripts/keep-release.ts'
import { startOwnServer } from '../support/own-server.ts'
import { expect, pageOfRemote, signInAs, test } from '../support/portal.ts'

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

/** Activates a release of a remote. Returns the reason when the portal refuses it. */
async function put(origin: string, remote: Remote, release: { folder: string }, number: number) {
  const dist = join(release.folder, `mfe-${remote}/dist`)
  if (!existsSync(dist)) return `${remote} is not part of that release`
  const built = BuildRecord.parse(JSON.parse(readFileSync(join(dist, 'portal-build.json'), 'utf8')))
  const version = `${number + 1}.0.0-${contentHashOf(built.version)}`
  const portal = await openPortal({ to: origin, token: undefined, remote })
  try {
    await portal.upload(version, await packBuild(dist, { ...built, version }))
    const { problems } = await portal.canDeploy(version)
    if (problems.length > 0) return problems.map(({ detail }) => detail).join(' ')
    await portal.activate({ version })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await portal.leave()
  }
}

/** Opens the page of a remote, as its users do. Returns what went wrong. */
async function visit(page: Page, origin: string, remote: Remote): Promise<string | null> {
  const [label, path] = pageOfRemote[remote]
  await page.goto(origin + path)
  const heading = page.getByRole('heading', { level: 1, name: label, exact: true })
  const failed = page.getByRole('button', { name: 'Try again' }).first()
  await expect(heading.or(failed).first(), `${remote} at ${path}`).toBeVisible({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  if (await failed.isVisible()) return `${remote} shows a failure at ${path}`
  return (await page.locator(`[data-remote="${remote}"]`).first().isVisible())
    ? null
    : `${remote} shows nothing at ${path}`
}

test.use({ expectedConsole: /./ })

if (process.env['PROVE'] === '1') {
  test('every kept release of the shell runs every kept release of the remotes, and random mixes of them', async ({
    page,
  }) => {
    const releases = listReleases()
    expect(releases.length, 'npm run keep-release -- <commit> keeps at least two').toBeGreaterThan(1)
    test.setTimeout(60_000 * releases.length * 30)
    const random = randomFrom(25)
    const pick = () => Math.floor(random() * releases.length)
    const mixes = Array.from({ length: randomMixes }, () => ({ shell: pick(), mix: mixOf(pick) }))
    const broken: string[] = []
    const refused: string[] = []
    let tried = 0
    for (const [shell, release] of releases.entries()) {
      const server = await startOwnServer(12 + shell, release.folder)
      try {
        await page.goto(`${server.origin}/login`)
        await signInAs(page, 'superadmin')
        const pairs = releases.map((_, number) => mixOf(() => number))
        const own = mixes.filter((each) => each.shell === shell).map(({ mix }) => mix)
        for (const mix of [...pairs, ...own]) {
          const words = `shell ${release.name} with ${remotes.map((name) => `${name} ${mix[name] + 1}`).join(', ')}`
          for (const remote of remotes) {
            const chosen = releases[mix[remote]]
            const reason =
              chosen === undefined ? 'no such release' : await put(server.origin, remote, chosen, mix[remote])
            if (reason !== null) refused.push(`${words}: ${reason}`)
          }
          for (const remote of remotes) {
            const problem = await visit(page, server.origin, remote).catch((error: unknown) => String(error))
            if (problem !== null) broken.push(`${words}: ${problem}`)
          }
          tried += 1
        }
      } finally {
        await page.goto('about:blank')
        await server.stop()
      }
    }
    const lines = [
      `${tried} combinations of ${releases.length} releases (${releases.map(({ name }, number) => `${number + 1}: ${name}`).join('; ')})`,
      `${refused.length} deployments refused beforehand, ${broken.length} pages broken`,
      ...refused.map((line) => `refused: ${line}`),
      ...broken.map((line) => `broken: ${line}`),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    expect(tried).toBe(releases.length ** 2 + randomMixes)
    expect(broken).toEqual([])
  })
}
