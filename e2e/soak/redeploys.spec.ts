import type { BrowserContext, Page } from 'playwright/test'
import { reportFigure } from '../support/figures.ts'
import { deploy, releaseOf } from '../support/deploys.ts'
import { expect, pageOfRemote, signInAs, test } from '../support/portal.ts'
import { startOwnServer } from '../support/own-server.ts'

const redeploys = 20
const wanderers = 4
const remotes = ['mail', 'records', 'permits', 'files', 'admin'] as const
const chunkErrors = /ChunkLoadError|Loading (CSS )?chunk|RUNTIME-00\d|dynamically imported module/

/** Console errors of the page, and the number of document loads. */
function watch(page: Page): { errors: string[]; loads: () => number } {
  const errors: string[] = []
  let loads = 0
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('load', () => (loads += 1))
  return { errors, loads: () => loads }
}

/**
 * Opens all remotes in turn until told to stop, and accepts offered releases. Returns the number of opened
 * remotes.
 */
async function wander(
  page: Page,
  first: number,
  isOver: () => boolean,
): Promise<{ rooms: number; taken: number }> {
  const seen = { rooms: 0, taken: 0 }
  for (let step = first; !isOver(); step += 1) {
    const remote = remotes[step % remotes.length] ?? 'mail'
    const [label] = pageOfRemote[remote]
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: label, exact: true })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: label, exact: true })).toBeVisible()
    await expect(page.locator(`.remote-place:not([hidden]) [data-remote="${remote}"]`)).not.toBeEmpty()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    seen.rooms += 1
    const offer = page.getByRole('button', { name: 'Update now' })
    if (await offer.isVisible()) {
      await offer.click()
      await expect(offer).toHaveCount(0)
      await expect(page.locator(`.remote-place:not([hidden]) [data-remote="${remote}"]`)).not.toBeEmpty()
      seen.taken += 1
    }
  }
  return seen
}

/** Types into the form of a new task until told to stop. Returns all typed text. */
async function write(page: Page, isOver: () => boolean): Promise<string> {
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const title = page.getByRole('dialog').getByRole('textbox', { name: 'Title' })
  await title.click()
  let text = ''
  for (let letter = 0; !isOver(); letter += 1) {
    const next = String.fromCodePoint(97 + (letter % 26))
    // Titles have a maximum length: the typed text is checked and removed at intervals.
    await page.keyboard.type(next, { delay: 120 })
    text += next
    if (text.length === 180) {
      await expect(title).toHaveValue(text)
      await title.fill('')
      text = ''
    }
  }
  await expect(title).toHaveValue(text)
  return text
}

async function openTab(context: BrowserContext, origin: string, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin + path)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }))
  return page
}

if (process.env['PROVE'] === '1') {
  test(`${redeploys} redeployments with five tabs in use lose no code and no input, and reload no page (issue 8)`, async ({
    page: first,
    context,
  }) => {
    test.setTimeout(1_200_000)
    const server = await startOwnServer(20)
    try {
      await first.goto(`${server.origin}/login`)
      await signInAs(first, 'superadmin')
      const tabs = await Promise.all(
        Array.from({ length: wanderers }, () => openTab(context, server.origin, '/tasks')),
      )
      const writer = await openTab(context, server.origin, '/tasks')
      const watched = [...tabs, writer].map((page) => ({ page, ...watch(page) }))
      let over = false
      const isOver = () => over
      const writing = write(writer, isOver)
      const wandering = tabs.map((page, index) => wander(page, index, isOver))
      const everybody = Promise.all([writing, ...wandering])
      const deploying = (async () => {
        for (let number = 1; number <= redeploys; number += 1) {
          await deploy(
            await releaseOf(remotes[number % remotes.length] ?? 'mail', `7.0.${number}`),
            server.origin,
          )
          await new Promise((resolve) => setTimeout(resolve, 3_000))
        }
        over = true
      })()
      await Promise.race([deploying, everybody])
      await deploying
      const [, ...walks] = await everybody
      const told = walks.map(({ rooms, taken }) => `${rooms} rooms, ${taken} new versions taken`).join('; ')
      reportFigure(told)
      for (const { page, errors, loads } of watched) {
        expect(errors.filter((line) => chunkErrors.test(line))).toEqual([])
        expect(errors).toEqual([])
        expect(loads()).toBe(0)
        expect(
          await page.evaluate(() => [
            'neverReloaded' in window,
            performance.getEntriesByType('navigation').length,
          ]),
        ).toEqual([true, 1])
      }
    } finally {
      for (const page of context.pages()) await page.goto('about:blank')
      await server.stop()
    }
  })
}
