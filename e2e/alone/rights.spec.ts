import type { Page } from 'playwright/test'
import { joinPortal, deskOf, freshEmail, plugIn } from '../support/people.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

/**
 * Maximum time until an administrator's change is in force in another open browser. Source: issue
 * "Independent teams and administrators".
 */
const inForce = { timeout: 10_000 }

/** Changes one switch of the settings with the mouse, and saves. */
async function turn(desk: Page, tab: string, name: string, isOn: boolean): Promise<void> {
  await desk.getByRole('tab', { name: tab }).click()
  await desk.getByLabel(name, { exact: true }).setChecked(isOn)
  await desk.getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('button', { name: 'Save' })).toHaveCount(0)
}

/** The status the server answers to the browser of this page; requested again with each call. */
const statusOf = (page: Page, apiPath: string) => async () =>
  (
    await page.request.post('/api/crud', { data: { apiPath, method: 'GET', query: { pageSize: 1 } } })
  ).status()

test.use({ expectedConsole: /403|401/ })

test('closing a module or page to a role, and reopening it, applies to open browsers within ten seconds (issue 8)', async ({
  page,
  browser,
}) => {
  await signInAs(page, 'team')
  await page.goto('/permits/processing')
  await expectPage(page, 'Processing permits')
  const other = await page.context().newPage()
  await other.goto('/payments')
  await expectPage(other, 'Payments')
  const entry = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  await expect(entry('Payments')).toBeVisible()

  const desk = await deskOf(browser, 'admin')
  await desk.goto('/settings')
  await expect(desk.getByText('Only superadmins can change this.').first()).toBeVisible()

  await turn(desk, 'Modules', 'Records, Team', false)
  await expect(entry('Payments')).toHaveCount(0, inForce)
  await expect(other).toHaveURL(/\/unauthorized/, inForce)
  await expect.poll(statusOf(page, 'payments'), inForce).toBe(403)
  await expect(entry('Processing permits')).toBeVisible()

  await turn(desk, 'Modules', 'Records, Team', true)
  await expect(entry('Payments')).toBeVisible(inForce)
  await expect.poll(statusOf(page, 'payments'), inForce).toBe(200)
  await entry('Payments').click()
  await expectPage(page, 'Payments')

  // A closed page does not close its API calls: contract.md 8.
  await turn(desk, 'Roles and pages', 'Payments, Team', false)
  await expect(page).toHaveURL(/\/unauthorized/, inForce)
  expect(await statusOf(page, 'payments')()).toBe(200)
  await turn(desk, 'Roles and pages', 'Payments, Team', true)
  await expect
    .poll(async () => (await page.request.get('/api/auth/me')).text(), inForce)
    .toContain('"/payments":true')
  await page.goto('/payments')
  await expectPage(page, 'Payments')
  await desk.context().close()
})

test('a changed role applies to an open browser within ten seconds, after a new sign-in (issue 8)', async ({
  page,
  browser,
}) => {
  const email = freshEmail('ines.roth')
  await plugIn(page)
  await joinPortal(page, browser, 'Ines Roth', email, 'admin')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Users' }).click()
  await expectPage(page, 'Users')
  expect(await statusOf(page, 'users')()).toBe(200)

  const desk = await deskOf(browser, 'superadmin')
  await desk.goto(`/users?page=1&q=${encodeURIComponent(email)}`)
  await desk.getByRole('grid').getByText('Ines Roth').click()
  const drawer = desk.getByRole('dialog', { name: 'Ines Roth', exact: true })
  await drawer.getByRole('button', { name: /^Role/ }).click()
  await drawer.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Team' })
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(drawer.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await desk.context().close()

  // Changing a role ends its sessions: contract.md 3. The test does not touch the page until it asks
  // automatically.
  const question = page.getByRole('dialog', { name: 'Your session expired' })
  await expect(question).toBeVisible(inForce)
  expect(await statusOf(page, 'users')()).toBe(401)
  await question.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/unauthorized/, inForce)
  await page.goto('/permits/processing')
  await expectPage(page, 'Processing permits')
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
  expect(await statusOf(page, 'users')()).toBe(403)
})

test.afterEach('everything as in a new portal', async ({ browser }) => {
  const desk = await deskOf(browser, 'superadmin')
  await desk.request.post('/api/crud', { data: { apiPath: '/config/reset', method: 'POST', body: {} } })
  await desk.context().close()
})
