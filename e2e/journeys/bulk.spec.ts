import type { Page } from 'playwright/test'
import { expect, list, test } from '../support/portal.ts'
import {
  addressOf,
  countOf,
  crud,
  expectCount,
  expectToast,
  importCsv,
  makeAll,
  openRecords,
  unique,
  tick,
} from '../support/records.ts'

/** Tasks created by this test, on their own address. */
async function openTasks(page: Page, count: number) {
  const tag = unique('Together')
  await openRecords(page, 'admin', 'Tasks', '/tasks')
  const titles = Array.from({ length: count }, (_, place) => ({
    title: `${tag} ${place + 1}`,
    priority: 'NORMAL',
  }))
  const pids = await makeAll(page, 'tasks', titles)
  await page.goto(addressOf('/tasks', { filter: { title: { startsWith: tag } } }))
  await expectCount(page, count)
  return { tag, pids, grid: page.getByRole('grid', { name: 'Tasks' }) }
}

const prioritiesOf = async (page: Page, tag: string) =>
  (await list(page, 'tasks', { filter: { title: { startsWith: tag } }, pageSize: 1000 })).records.map(
    (record) => record['priority'],
  )

/** Fills in the dialog of `Update selected` up to its preview. */
async function previewHighPriority(page: Page, title: string) {
  await page.getByRole('button', { name: 'Update selected' }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'Priority' }).click()
  await dialog.getByRole('combobox', { name: 'New value' }).click()
  await page.getByRole('option', { name: 'High' }).click()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  return dialog
}

test('with nothing selected both buttons say so (specification.md 5, 8)', async ({ page }) => {
  await openRecords(page, 'team', 'Tasks', '/tasks')
  await page.getByRole('button', { name: 'Update selected' }).click()
  await expectToast(page, 'No records selected')
  await page.getByRole('log', { name: 'Status messages' }).getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await expectToast(page, 'No records selected')
})

test('the records of a page are updated after a preview, and Undo restores them (specification.md 8)', async ({
  page,
}) => {
  const { tag, grid } = await openTasks(page, 3)
  await tick(grid.getByRole('checkbox', { name: 'Select all rows' }))
  await expect(page.getByText('3 selected')).toBeVisible()
  const dialog = await previewHighPriority(page, 'Update 3 records')
  await expect(dialog.getByText('3 records will be updated.')).toBeVisible()
  expect(await prioritiesOf(page, tag)).toEqual(['NORMAL', 'NORMAL', 'NORMAL'])
  await dialog.getByRole('button', { name: 'Update 3 records' }).click()
  await expectToast(page, 'Records updated successfully.')
  await expect(grid.getByText('High')).toHaveCount(3)
  expect(await prioritiesOf(page, tag)).toEqual(['HIGH', 'HIGH', 'HIGH'])

  const last = page.getByRole('group', { name: 'Last action' })
  await expect(last).toContainText('3 records updated.')
  await last.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Undone: 3 records restored.')
  await expect(grid.getByText('Normal')).toHaveCount(3)
  expect(await prioritiesOf(page, tag)).toEqual(['NORMAL', 'NORMAL', 'NORMAL'])
})

test('a refused record is named with the reason, and the others are updated (specification.md 8)', async ({
  page,
}) => {
  const { tag, pids, grid } = await openTasks(page, 3)
  await tick(grid.getByRole('checkbox', { name: 'Select all rows' }))
  const dialog = await previewHighPriority(page, 'Update 3 records')
  await expect(dialog.getByText('3 records will be updated.')).toBeVisible()
  await crud(page, { apiPath: `tasks/${pids[1] ?? ''}`, method: 'DELETE' })
  await dialog.getByRole('button', { name: 'Update 3 records' }).click()
  await expectToast(page, 'Failed to update records')
  await expect(dialog.getByText('2 records updated.')).toBeVisible()
  await expect(dialog.getByText('1 record cannot be changed:')).toBeVisible()
  await expect(dialog.getByRole('row').nth(1)).toContainText('Not found, or no permission.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await prioritiesOf(page, tag)).toEqual(['HIGH', 'HIGH'])
})

test.describe('a failed deletion', () => {
  test.use({ expectedConsole: /404 \(Not Found\)|ERR_FAILED/ })

  test('shows the server’s reason, or names the record when there was no answer (specification.md 8)', async ({
    page,
  }) => {
    const { tag, grid } = await openTasks(page, 2)
    const row = grid.getByRole('row').filter({ hasText: `${tag} 1` })
    await tick(row.getByRole('checkbox'))
    await page.getByRole('button', { name: 'Delete selected' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete “${tag} 1”?` })
    await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toBeEnabled()
    await page.route('**/api/crud', async (route) => {
      if (route.request().postData()?.includes('"DELETE"') === true) await route.abort()
      else await route.fallback()
    })
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Delete Failed!', `Failed to delete "${tag} 1".`)
    await page.unroute('**/api/crud')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Record Deleted!')
  })
})

test('all matching records, beyond the page and above 500, are updated and deleted with progress, and undone (issue 3)', async ({
  page,
}) => {
  const tag = unique('Many')
  const count = 620
  await openRecords(page, 'admin', 'Tasks', '/tasks')
  await importCsv(
    page,
    'tasks',
    ['Title,Priority', ...Array.from({ length: count }, (_, place) => `${tag} ${place + 1},NORMAL`), ''].join(
      '\n',
    ),
  )
  await page.goto(addressOf('/tasks', { filter: { title: { startsWith: tag } } }))
  await expectCount(page, count)
  const grid = page.getByRole('grid', { name: 'Tasks' })
  await tick(grid.getByRole('checkbox', { name: 'Select all rows' }))
  await expect(page.getByText('50 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 620' }).click()
  await expect(page.getByText('620 selected')).toBeVisible()

  const dialog = await previewHighPriority(page, 'Update 620 records')
  await expect(dialog.getByText('620 records will be updated.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update 620 records' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expectToast(page, 'Records updated successfully.')
  const high = { filter: { title: { startsWith: tag }, priority: 'HIGH' } }
  expect(await countOf(page, 'tasks', high)).toBe(count)
  const last = page.getByRole('group', { name: 'Last action' })
  await last.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Undone: 620 records restored.')
  expect(await countOf(page, 'tasks', high)).toBe(0)

  await tick(grid.getByRole('checkbox', { name: 'Select all rows' }))
  await page.getByRole('button', { name: 'Select all 620' }).click()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page
    .getByRole('dialog', { name: 'Delete 620 records' })
    .getByRole('button', { name: 'Delete 620 records' })
    .click()
  await expectToast(page, 'Records deleted successfully')
  await expectCount(page, 0)
})
