import type { Page } from 'playwright/test'
import { chooseFor, makeFile, makeFolder } from '../support/files.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import { unique } from '../support/records.ts'

/** Sets a marker when it runs in our origin: in the document's storage, its title and a cookie. */
const marking = `try { localStorage.setItem('portal-marker', 'ran') } catch (e) {}
try { document.cookie = 'portal-marker=ran; path=/' } catch (e) {}
try { (window.top ?? window).document.title = 'portal-marker' } catch (e) {}`

/** Files a browser would execute when opened by their type or after content sniffing. */
const active = [
  [
    'page.html',
    'text/html',
    `<!doctype html><title>x</title><script>${marking}</script><img src=x onerror="${marking.replaceAll('"', "'")}">`,
  ],
  [
    'drawing.svg',
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" onload="${marking.replaceAll('"', "'")}"><script>${marking}</script></svg>`,
  ],
  ['sheet.xml', 'text/xml', `<html xmlns="http://www.w3.org/1999/xhtml"><script>${marking}</script></html>`],
  ['code.js', 'text/javascript', marking],
  ['photo.png', 'image/png', `<!doctype html><script>${marking}</script>`],
  ['notes.txt', 'text/plain', `<!doctype html><script>${marking}</script>`],
  ['plan.pdf', 'application/pdf', `<!doctype html><script>${marking}</script>`],
] as const

async function expectUnmarked(page: Page, when: string): Promise<void> {
  const marks = await page.evaluate(() => [
    localStorage.getItem('portal-marker'),
    document.cookie.includes('portal-marker'),
    document.title,
  ])
  expect(marks.slice(0, 2), `marks after ${when}`).toEqual([null, false])
  expect(marks[2], `title after ${when}`).not.toBe('portal-marker')
}

test.use({ expectedConsole: /.*/ })

test('73: no uploaded file runs in our origin: in previews, by address, in frames, as scripts, or downloaded', async ({
  page,
}) => {
  await signInAs(page, 'admin')
  const folder = await makeFolder(page, 'team', unique('Active'))
  const pids = new Map<string, string>()
  for (const [name, type, text] of active)
    pids.set(name, await makeFile(page, 'team', folder, name, type, Buffer.from(text)))
  const home = `/folders/team?folder=${folder}`
  await page.goto(home)
  await expectPage(page, 'Team folder')
  for (const [name] of active) {
    await page.getByRole('link', { name, exact: true }).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toContainText(
      /No preview for this file type\.|The (preview|document) could not be shown|<!doctype html>/,
    )
    await expectUnmarked(page, `the preview of ${name}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    const saved = page.waitForEvent('download')
    await chooseFor(page, name, 'Download')
    await (await saved).cancel()
    await expectUnmarked(page, `the download of ${name}`)

    const address = `/api/files/${pids.get(name)}/content`
    const opened = page.waitForEvent('download')
    // The browser downloads the file instead of opening it, which aborts the navigation.
    await page.goto(address).catch(() => undefined)
    await (await opened).cancel()
    await expectUnmarked(page, `the address of ${name}`)
    await page.evaluate(async (url) => {
      const frame = Object.assign(document.createElement('iframe'), { src: url })
      const script = Object.assign(document.createElement('script'), { src: url })
      const object = Object.assign(document.createElement('object'), { data: url })
      const settled = (element: HTMLElement) =>
        new Promise<void>((resolve) => {
          for (const event of ['load', 'error']) element.addEventListener(event, () => resolve())
          setTimeout(resolve, 400)
        })
      const all = [frame, script, object].map(settled)
      document.body.append(frame, script, object)
      await Promise.all(all)
      for (const element of [frame, script, object]) element.remove()
    }, address)
    await expectUnmarked(page, `${name} in a frame, as a script and as an object`)
  }
})
