import { createHash } from 'node:crypto'
import { setTimeout as passing } from 'node:timers/promises'
import { numberedName, toFileName } from '@portal/contract'
import type { FileRecord } from '@portal/contract'
import type { BrowserContext, Page, Route } from 'playwright/test'
import { drop, filesIn, makeFolder, onDisk, uploadsOf } from '../support/files.ts'
import { hostileNames } from '../support/hostile-names.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import { unique } from '../support/records.ts'

const isProof = process.env['PROVE'] === '1'
const fileCount = isProof ? 2_000 : 80
const maxMs = isProof ? 1_500_000 : 75_000
/**
 * Duration of a network failure in ms: shorter than the 7 s of all retries, longer than the first two of
 * them.
 */
const cutMs = 3_500
/**
 * Time between failures in ms: uploads that failed in the first one have used their last retry, which a
 * second failure would break.
 */
const betweenCutsMs = 8_000
/** Delay of uploads in ms, so that some of a few files are still pending at the last failure. */
const lagMs = isProof ? 0 : 500
const cuts = isProof ? 3 : 2

const hashOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

/**
 * The folder on disk: half of the files at its top, the others in subfolders with hostile names too. Returns
 * content by path.
 */
function hostileFolder(): Record<string, string> {
  const folders = ['', 'CON/', 'مجلد/inner/', '🏗️ e\u0301/', `${'d'.repeat(255)}/`]
  return Object.fromEntries(
    hostileNames(fileCount).map((name, index) => {
      const folder = index % 2 === 0 ? '' : (folders[index % folders.length] ?? '')
      return [`Hostile/${folder}${name}`, `file ${index} of this folder, whose name is ${name}`]
    }),
  )
}

/**
 * Makes every fifth file fail once: refused, aborted during the upload, or stored with the response lost.
 * Returns the failed ones.
 */
async function failEveryFifth(page: Page): Promise<Set<string>> {
  const seen = new Set<string>()
  const failed = new Set<string>()
  const ways = [
    (route: Route) => route.fulfill({ status: 500, body: 'out of order' }),
    (route: Route) => route.abort('connectionreset'),
    async (route: Route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
  ]
  await page.route('**/uploads?**', async (route) => {
    await passing(lagMs)
    const key = new URL(route.request().url()).searchParams.get('key') ?? ''
    if (seen.has(key)) return route.continue()
    seen.add(key)
    if (seen.size % 5 !== 0) return route.continue()
    failed.add(key)
    return ways[failed.size % ways.length]?.(route)
  })
  return failed
}

/**
 * Interrupts the network several times, the last time after half of the files, so that the others are still
 * pending. Returns the number of interruptions.
 */
async function cutTheNetwork(
  context: BrowserContext,
  stored: () => Promise<number>,
  isOver: () => boolean,
): Promise<number> {
  let done = 0
  let cutAt = -betweenCutsMs
  while (done < cuts && !isOver()) {
    await passing(20)
    if (performance.now() - cutAt < betweenCutsMs || (await stored()) < ((done + 1) * fileCount) / (2 * cuts))
      continue
    cutAt = performance.now()
    await context.setOffline(true)
    await passing(cutMs)
    await context.setOffline(false)
    done += 1
  }
  return done
}

/** All files below a folder, by path. */
async function filesBelow(
  page: Page,
  folder: string,
  way = '',
): Promise<{ way: string; record: FileRecord }[]> {
  const found: { way: string; record: FileRecord }[] = []
  for (const record of await filesIn(page, folder)) {
    if (record.mimeType === 'folder')
      found.push(...(await filesBelow(page, record.pid, `${way}${record.name}/`)))
    else found.push({ way, record })
  }
  return found
}

test.describe('on an unreliable network', () => {
  test.use({ expectedConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED|\[portal\]|stream/ })

  test(`${fileCount} files with hostile names arrive once and complete, despite failures and network cuts`, async ({
    page,
    context,
  }, info) => {
    test.setTimeout(maxMs + 120_000)
    await signInAs(page, 'admin')
    const folder = await makeFolder(page, 'team', unique('Bad line'))
    const files = hostileFolder()
    const disk = onDisk(info, files)
    const failed = await failEveryFifth(page)
    let stored = 0
    page.on('response', (response) => {
      if (response.url().includes('/api/aws/markAsDone') && response.ok()) stored += 1
    })
    await page.goto(`/folders/team?folder=${folder}`)
    await expectPage(page, 'Team folder')
    await drop(page, page.getByText('This folder is empty.'), [`${disk}/Hostile`])
    const panel = uploadsOf(page)
    await expect(panel).toBeVisible()

    let isOver = false
    const cutting = cutTheNetwork(
      context,
      () => Promise.resolve(stored),
      () => isOver,
    )
    const hasEnded = async () =>
      (await panel.count()) === 0 || (await panel.getByRole('button', { name: 'Retry all' }).count()) > 0
    await expect.poll(hasEnded, { timeout: maxMs }).toBe(true)
    isOver = true
    expect(await cutting).toBe(cuts)
    await expect(panel, 'nothing failed for good').toHaveCount(0)
    expect(failed.size).toBeGreaterThan(fileCount / 6)

    const top = await filesIn(page, folder)
    expect(top.map(({ name }) => name)).toEqual(['Hostile'])
    const arrived = await filesBelow(page, top[0]?.pid ?? '')
    expect(arrived).toHaveLength(fileCount)
    const sent = new Map(Object.entries(files).map(([way, content]) => [hashOf(content), way]))
    for (const { way, record } of arrived) {
      const hash = hashOf(await (await page.request.get(`/api/files/${record.pid}/content`)).body())
      const from = sent.get(hash)
      expect(from, `${record.name} is a file of the folder, and there once`).toBeDefined()
      sent.delete(hash)
      const name = toFileName(from?.split('/').at(-1) ?? '').name ?? ''
      expect(
        [0, 1, 2, 3].map((n) => numberedName(name, n, false)),
        way,
      ).toContain(record.name)
    }
    expect([...sent.values()], 'files that are missing').toEqual([])
  })
})
