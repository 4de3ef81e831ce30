import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { deskOf, me, today } from '../support/people.ts'
import { makePermit, take } from '../support/permits.ts'
import { expect, expectPage, list } from '../support/portal.ts'
import {
  addressOf,
  choose,
  closeMenu,
  countOf,
  crud,
  expectCount,
  gridOf,
  make,
  openMenu,
  read,
  unique,
} from '../support/records.ts'
import { task } from '../support/walk.ts'

const main = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' })

/** Applies a view by its name in the menu. */
async function applyView(page: Page, name: string): Promise<void> {
  const menu = await openMenu(page, 'Views')
  await menu.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toHaveAccessibleDescription(name)
}

task('office', 1, 'See what needs me today', 'team', async ({ page, start }) => {
  await start('/permits/processing')
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'My day' })).toBeVisible()
})

task('office', 2, 'Open an overdue permit of mine', 'team', async ({ page, start }) => {
  const title = unique('Late')
  await makePermit(page, title, { assignedTo: (await me(page)).pid, targetDate: '2026-01-05' })
  await start('/permits/overview')
  const mine = page.getByRole('region', { name: 'My day' })
  await mine
    .getByRole('link', { name: /overdue/i })
    .first()
    .click()
  await gridOf(page, 'Processing permits').getByText(title).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
})

task('office', 3, 'Read an alert and open its record', 'team', async ({ page, browser, start }) => {
  const title = unique('Assigned')
  const desk = await deskOf(browser, 'admin')
  await makePermit(desk, title, { assignedTo: (await me(page)).pid })
  await desk.context().close()
  await start('/permits/processing')
  await page.getByRole('button', { name: /^Alerts/ }).click()
  await page
    .getByRole('dialog', { name: 'Alerts' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
})

task('office', 4, 'Check off one of my tasks', 'team', async ({ page, start }) => {
  const title = unique('Call the plan reviewer')
  const pid = await make(page, 'tasks', {
    title,
    assignedTo: (await me(page)).pid,
    dueDate: await today(page),
  })
  await start(addressOf('/tasks', { q: title }))
  const grid = gridOf(page, 'Tasks')
  await grid.getByText(title).click()
  await take(page, page.getByRole('dialog', { name: title }), 'Complete', title)
  await expect.poll(async () => (await read(page, `tasks/${pid}`))['status']).toBe('DONE')
})

task('office', 5, 'List the permits due this week', 'team', async ({ page, start }) => {
  const title = unique('Due soon')
  await makePermit(page, title, { targetDate: await today(page) })
  await start('/permits/processing')
  await applyView(page, 'Due this week')
  await page.getByRole('searchbox', { name: 'Search' }).fill(title)
  await expectCount(page, 1)
})

task('office', 6, 'List what waits on an agency for over 10 days', 'team', async ({ page, start }) => {
  await start('/permits/processing')
  await applyView(page, 'Waiting on agency over 10 days')
  await expect(gridOf(page, 'Processing permits').getByRole('row').nth(1)).toBeVisible()
})

task('office', 7, 'Keep a view of permits assigned to whoever looks', 'team', async ({ page, start }) => {
  const name = unique('Mine')
  await start('/permits/processing')
  const filter = await openMenu(page, 'Filter')
  await choose(filter, 'Add condition', 'Assigned to')
  await filter.getByRole('checkbox', { name: 'Me', exact: true }).check()
  await closeMenu(page)
  const views = await openMenu(page, 'Views')
  await views.getByRole('button', { name: 'Save as' }).click()
  await views.getByLabel('View name').fill(name)
  await views.getByLabel('Visible to').selectOption({ index: 1 })
  await views.getByRole('button', { name: 'Save view' }).click()
  await expect(views.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'true')
})

task('office', 8, 'Find a permit by its number', 'team', async ({ page, start }) => {
  const title = unique('By number')
  const { refNo } = await read(page, `permits/${await makePermit(page, title)}`)
  await start('/tasks')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(String(refNo))
  await page.getByRole('option', { name: title }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
})

task('office', 9, 'Find a permit by its street address', 'team', async ({ page, start }) => {
  const street = unique('1200 Linden Avenue')
  await makePermit(page, unique('Somewhere'), { siteAddress: street })
  await start('/permits/processing')
  await main(page).getByRole('link', { name: 'Search permits' }).click()
  await expectPage(page, 'Search permits')
  await page.getByRole('searchbox', { name: 'Search' }).fill(street)
  await expectCount(page, 1)
})

task('office', 10, 'List the permits of one client', 'team', async ({ page, start }) => {
  const [permit] = (await list(page, 'permits', { pageSize: 1, filter: { org: { isNotEmpty: true } } }))
    .records
  const client: unknown = permit?.['org']
  const title = String(Reflect.get(Object(client), 'title'))
  await start('/permits/processing')
  const filter = await openMenu(page, 'Filter')
  await choose(filter, 'Add condition', 'Client')
  await filter.getByLabel('Find a value: Client').fill(title.slice(0, 12))
  await filter.getByRole('checkbox', { name: title, exact: true }).check()
  await closeMenu(page)
  await expectCount(
    page,
    await countOf(page, 'permits', { filter: { org: Reflect.get(Object(client), 'pid') } }),
  )
})

task('office', 20, 'Export the shown permits with readable headers', 'team', async ({ page, start }) => {
  const title = unique('Exported')
  await makePermit(page, title)
  await start(addressOf('/permits/processing', { filter: { title } }))
  await expectCount(page, 1)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toContain('Client')
  expect(text).toContain(title)
})

task('office', 21, 'Group payments by status with their sums', 'team', async ({ page, start }) => {
  await start('/payments')
  const menu = await openMenu(page, 'Group')
  await choose(menu, 'Group by', 'Status')
  await closeMenu(page)
  await expect(page.getByRole('button', { name: 'Expand group Paid' })).toBeVisible()
  const response = await crud(page, {
    apiPath: 'payments/groups',
    method: 'GET',
    query: { groupBy: 'status', sum: 'total' },
  })
  expect(JSON.stringify(response)).toContain('PAID')
})
