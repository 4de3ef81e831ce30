import type { Locator } from 'playwright/test'
import { fileRow, makeFolder } from '../support/files.ts'
import { expect, signInAs, test } from '../support/portal.ts'
import { addressOf, expectToast, openMenu, openRecords, unique } from '../support/records.ts'

async function boxOf(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(place).toBeVisible()
  const box = await place.boundingBox()
  if (box === null) throw new Error('It is not drawn')
  return box
}

test('the buttons above a table stay in their two lines when a view opens (issue 18)', async ({ page }) => {
  await openRecords(page, 'admin', 'Processing permits', '/permits/processing')
  const buttons = ['New', 'Views', 'Delete selected'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  const heights = () => Promise.all(buttons.map(async (button) => (await boxOf(button)).y))
  const before = await heights()
  const menu = await openMenu(page, 'Views')
  await menu.getByRole('button', { name: 'Overdue', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toHaveAccessibleDescription(
    'Overdue',
  )
  expect(await heights()).toEqual(before)
})

test('the first message does not move when the search gets the focus (issue 18)', async ({ page }) => {
  await signInAs(page, 'team')
  await page.goto('/mail')
  const line = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()
  const before = await boxOf(line)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  expect((await boxOf(line)).y).toBe(before.y)
})

test('at 200 % zoom a table keeps two lines of buttons and some rows visible (issue 18)', async ({
  page,
}) => {
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

test('a gray chip keeps its border on a selected row, and pinned cells have their row’s color (issue 18)', async ({
  page,
}) => {
  const grid = await openRecords(page, 'team', 'Processing permits', '/permits/processing')
  const row = grid
    .getByRole('row')
    .filter({ has: page.locator('[data-colour=grey]') })
    .first()
  const styleOf = (place: Locator, name: string) =>
    place.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)
  const [chip, held] = [row.locator('[data-colour=grey]').first(), row.getByRole('gridcell').nth(1)]
  await page.getByRole('searchbox').first().hover()
  expect(await styleOf(chip, 'box-shadow')).toBe('none')
  await row.getByRole('checkbox').check()
  await page.getByRole('searchbox').first().hover()
  await expect.poll(() => styleOf(chip, 'box-shadow')).toContain('inset')
  await row.hover()
  await expect.poll(() => styleOf(chip, 'box-shadow')).toContain('inset')
  const background = await styleOf(row, 'background-color')
  expect(background).toBe(await styleOf(held, 'background-color'))
})

test('rows are high enough for touch on a phone (issue 18)', async ({ browser }) => {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const grid = await openRecords(page, 'team', 'Processing permits', '/permits/processing')
  expect((await boxOf(grid.getByRole('row').nth(1))).height).toBeGreaterThanOrEqual(44)
  await page.close()
})

test('the buttons of a folder stay visible while its files scroll (issue 18)', async ({ page }) => {
  await signInAs(page, 'team')
  const folder = await makeFolder(page, 'team', unique('Long folder'))
  for (let index = 0; index < 30; index += 1) await makeFolder(page, 'team', `Part ${index + 10}`, folder)
  await page.goto(`/folders/team?folder=${folder}`)
  await expect(fileRow(page, 'Part 10')).toBeVisible()
  await fileRow(page, 'Part 10').hover()
  await page.mouse.wheel(0, 3000)
  await expect(fileRow(page, 'Part 39')).toBeInViewport()
  await expect(page.getByRole('button', { name: /New folder/ })).toBeInViewport()
  await expect(page.getByRole('button', { name: /Upload/ }).first()).toBeInViewport()
})

test('the name of a group stays visible while its rows scroll, down and to the right (issue 18)', async ({
  page,
}) => {
  const address = addressOf('/payments', { group: 'status', open: [['PAID']] })
  const grid = await openRecords(page, 'team', 'Payments', address)
  const name = page.getByRole('button', { name: 'Collapse group Paid' })
  await expect(name.first()).toBeVisible()
  await grid.hover()
  await page.mouse.wheel(600, 1200)
  await expect(grid.getByText(/^PY-/).first()).toBeVisible()
  await expect(page.getByText('Paid', { exact: true }).and(page.locator(':visible')).first()).toBeInViewport()
})

test('a notification covers neither New nor the search, with a record open beside the table (issue 18)', async ({
  page,
  context,
}) => {
  // Chromium without windows refuses it unless it is granted.
  await context.grantPermissions(['clipboard-write'])
  const grid = await openRecords(page, 'team', 'Payments', '/payments')
  await grid.getByText(/^PY-/).first().click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, 'Link copied')
  const toast = await boxOf(page.getByText('Link copied'))
  for (const place of [
    page.getByRole('button', { name: 'New', exact: true }),
    page.getByRole('main').getByRole('searchbox'),
  ]) {
    const { x, y, width, height } = await boxOf(place.first())
    const meets =
      toast.x < x + width && x < toast.x + toast.width && toast.y < y + height && y < toast.y + toast.height
    expect(meets).toBe(false)
  }
})

test('no two pages of the menu have the same icon, and none has the bell of the alerts (issue 18)', async ({
  page,
}) => {
  await signInAs(page, 'superadmin')
  await page.goto('/tasks')
  const drawn = (place: Locator) =>
    place.locator('svg path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const icons = await drawn(links)
  const bell = await drawn(page.getByRole('button', { name: /^Alerts/ }).first())
  expect(icons.length).toBeGreaterThan(8)
  expect(new Set([...icons, ...bell]).size).toBe(icons.length + bell.length)
})

test('on a phone the title of a page is whole, and Calendar and Overview open from the menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'team')
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'Overview' })).toBeVisible()
  await menu.getByRole('link', { name: 'Calendar' }).click()
  const title = page.getByRole('heading', { level: 1, name: 'Calendar' })
  await expect(title).toBeVisible()
  await expect(menu).toBeHidden()
  expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})
