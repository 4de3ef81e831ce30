import { makePermit, openTab } from '../support/permits.ts'
import { expect, list, signInAs, test } from '../support/portal.ts'
import { unique } from '../support/records.ts'
import { deleteApp, frameOf, openApp, registerApp, startThirdPartyApp } from '../support/third-party-app.ts'
import type { ThirdPartyApp } from '../support/third-party-app.ts'

let app: ThirdPartyApp
let pid: string
test.beforeEach(async ({ page }) => {
  app = await startThirdPartyApp()
  await signInAs(page, 'admin')
  pid = await registerApp(page, { address: `${app.origin}/` })
})
test.afterEach(async ({ page }) => {
  await signInAs(page, 'admin')
  await deleteApp(page, pid)
  await app.close()
})

test('a person allows an app once, finds it as a tab of a permit, and it writes a task for them (issue 25)', async ({
  page,
}) => {
  await signInAs(page, 'team')
  const title = unique('Site')
  const permit = await makePermit(page, title)
  await openTab(page, `/permits/processing/${permit}`, title, 'Site map')
  await page.getByRole('button', { name: 'Allow and open' }).click()
  const frame = await frameOf(page, app)
  await expect(frame.locator('#state')).toHaveText('connected')
  expect(await frame.evaluate('contexts')).toEqual([
    { theme: 'light', language: 'en', record: { collection: 'permits', pid: permit } },
  ])
  expect(await frame.evaluate('ask("frame.resize", { height: 640 })')).toEqual({ height: 640 })
  await expect(page.getByTitle('App: Site map')).toHaveCSS('height', '640px')
  const task = unique('Visit the site')
  expect(
    await frame.evaluate(
      `ask("records.create", { collection: "tasks", values: { title: ${JSON.stringify(task)} } })`,
    ),
  ).toHaveProperty('pid')
  expect((await list(page, 'tasks', { filter: { title: task } })).count).toBe(1)
  // Allowed once: the page of the app opens without a question.
  const opened = await openApp(page, pid, app)
  expect(await opened.evaluate('contexts[0].record')).toBeNull()
  await page.getByRole('button', { name: 'Colour mode' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(() => opened.evaluate('contexts.at(-1).theme')).toBe('dark')
  await page.getByRole('button', { name: 'Access' }).click()
  await page.getByRole('button', { name: 'Withdraw permission' }).click()
  await expect(page.getByRole('button', { name: 'Allow and open' })).toBeVisible()
  await expect.poll(() => page.frames().length).toBe(1)
})
