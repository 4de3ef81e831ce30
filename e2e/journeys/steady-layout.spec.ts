import type { Locator } from 'playwright/test'
import { expect, signInAs, test } from '../support/portal.ts'
import { addressOf, expectToast, openMenu, openRecords } from '../support/records.ts'

async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(place).toBeVisible()
  const box = await place.boundingBox()
  if (box === null) throw new Error('It is not drawn')
  return box
}

test('the buttons above a table stay in their two lines when a view opens (issue 18)', async ({ page }) => {
  await openRecords(page, 'admin', 'Processing permits', '/permits/processing')
  const buttons = ['New', 'Views', 'Delete selected'].map((name) => page.getByRole('button', { name, exact: true }))
  const heights = () => Promise.all(buttons.map(async (button) => (await boxOf(button)).y))
  const before = await heights()
  const menu = await openMenu(page, 'Views')
  await menu.getByRole('button', { name: 'Overdue', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toHaveAccessibleDescription('Overdue')
  expect(await heights()).toEqual(before)
})

test('the first message stays where it is when the search gets the focus (issue 18)', async ({ page }) => {
  await signInAs(page, 'team')
  await page.goto('/mail')
  const line = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()
  const before = await boxOf(line)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  expect((await boxOf(line)).y).toBe(before.y)
})

test('at 200 % zoom a table keeps two lines of buttons and some rows in sight (issue 18)', async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  const grid = await openRecords(page, 'team', 'Processing permits', '/permits/processing')
  const buttons = page
    .getByRole('main')
    .getByRole('button')
    .filter({ hasText: /^(Views|Filter|Sort|Group|Export|New|Import)/ })
  const lines = new Set<number>()
  for (const button of await buttons.all()) lines.add(Math.round((await boxOf(button)).y / 12))
  expect(lines.size).toBeLessThanOrEqual(3)
  const rows = await Promise.all((await grid.getByRole('row').all()).slice(1, 8).map((row) => boxOf(row)))
  expect(rows.filter(({ y, height }) => y + height <= 450).length).toBeGreaterThanOrEqual(3)
})

test('the name of a group stays in sight while its rows pass, down and to the right (issue 18)', async ({ page }) => {
  const address = addressOf('/payments', { group: 'status', open: [['PAID']] })
  const grid = await openRecords(page, 'team', 'Payments', address)
  const name = page.getByRole('button', { name: 'Close group Paid' })
  await expect(name.first()).toBeVisible()
  await grid.hover()
  await page.mouse.wheel(600, 1200)
  await expect(grid.getByText(/^PY-/).first()).toBeVisible()
  await expect(page.getByText('Paid', { exact: true }).and(page.locator(':visible')).first()).toBeInViewport()
})

test('a notice covers neither New nor the search, with a record open beside the table (issue 18)', async ({ page }) => {
  const grid = await openRecords(page, 'team', 'Payments', '/payments')
  await grid.getByText(/^PY-/).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, 'Link copied')
  const toast = await boxOf(page.getByText('Link copied'))
  for (const place of [page.getByRole('button', { name: 'New', exact: true }), page.getByRole('main').getByRole('searchbox')]) {
    const { x, y, width, height } = await boxOf(place.first())
    const meets = toast.x < x + width && x < toast.x + toast.width && toast.y < y + height && y < toast.y + toast.height
    expect(meets).toBe(false)
  }
})

test('no two pages of the menu have the same icon, and none has the bell of the alerts (issue 18)', async ({ page }) => {
  await signInAs(page, 'superadmin')
  await page.goto('/tasks')
  const drawn = (place: Locator) => place.locator('svg path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const icons = await drawn(links)
  const bell = await drawn(page.getByRole('button', { name: /^Alerts/ }).first())
  expect(icons.length).toBeGreaterThan(8)
  expect(new Set([...icons, ...bell]).size).toBe(icons.length + bell.length)
})
