import type { Locator, Page } from 'playwright/test'
import { expectAccessible, overPage } from '../support/accessible.ts'
import { expect, list, test } from '../support/portal.ts'
import { addressOf, choose, openMenu, openRecords, tick } from '../support/records.ts'

/**
 * Waits for `content`, runs axe on it and closes it again. Something that closes is hidden from screen
 * readers at once, but is there, with the focus, until it has closed.
 */
async function look(page: Page, what: string, content: Locator): Promise<void> {
  await expect(content).toBeVisible()
  await expectAccessible(page, what, overPage)
  await page.keyboard.press('Escape')
  await expect(content).toBeHidden()
  await expect(page.locator(overPage)).toHaveCount(0)
}

test('axe finds nothing in the menus of a table and on a grouped table', async ({ page }) => {
  const state = { filter: { status: ['OPEN'], dueDate: { within: 'overdue' } }, sort: '-dueDate,title' }
  const grid = await openRecords(page, 'admin', 'Tasks', addressOf('/tasks', state))
  for (const name of ['Filter', 'Sort', 'Group', 'Hide columns', 'Views']) {
    const menu = await openMenu(page, name)
    if (name === 'Group') await choose(menu, 'Group by', 'Status')
    if (name === 'Views') await menu.getByRole('button', { name: 'Save as' }).click()
    await look(
      page,
      name,
      menu.getByRole(name === 'Filter' ? 'checkbox' : name === 'Views' ? 'textbox' : 'button').first(),
    )
  }
  await grid
    .getByRole('button', { name: /^Expand group/ })
    .first()
    .click()
  await expect(grid.getByText(/^TK-/).or(grid.getByRole('checkbox')).first()).toBeVisible()
  await expectAccessible(page, 'a grouped table')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await look(page, 'Export', page.getByRole('menuitem', { name: 'CSV' }))
})

test('axe finds nothing in the dialogs of a record page', async ({ page }) => {
  const grid = await openRecords(page, 'admin', 'Tasks', '/tasks')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await look(
    page,
    'New',
    page.getByRole('dialog', { name: 'New task' }).getByRole('textbox', { name: 'Title' }),
  )
  await page.getByRole('button', { name: 'Add field' }).click()
  await look(page, 'Add field', page.getByRole('dialog', { name: 'Add a field to Tasks' }).getByLabel('Name'))
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const buffer = Buffer.from('Title,Priority,Colour\nOne,High,red\nTwo,none,blue\n')
  await page.getByLabel('File to import').setInputFiles({ name: 'tasks.csv', mimeType: 'text/csv', buffer })
  const importing = page.getByRole('dialog', { name: 'Import Tasks' })
  await expect(importing.getByText('High · none')).toBeVisible()
  await expectAccessible(page, 'the mapping of an import', overPage)
  await importing.getByRole('button', { name: 'Preview' }).click()
  await look(page, 'the report of an import', importing.getByText('1 row will be skipped:'))

  await tick(grid.getByRole('row').nth(1).getByRole('checkbox'))
  await tick(grid.getByRole('row').nth(2).getByRole('checkbox'))
  await page.getByRole('button', { name: 'Update selected' }).click()
  await look(page, 'Update selected', page.getByRole('combobox', { name: 'Field' }))
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await look(page, 'Delete selected', page.getByRole('button', { name: 'Delete 2 records' }))
  await page.keyboard.press('?')
  await look(page, 'the keys', page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  await page.keyboard.press('Control+k')
  await look(page, 'the palette', page.getByRole('listbox', { name: 'Results' }).getByRole('option').first())
})

test('axe finds nothing on the tabs of a record and while it is edited', async ({ page }) => {
  await openRecords(page, 'admin', 'Tasks', '/tasks')
  const [task] = (await list(page, 'tasks', { pageSize: 1, filter: { permit: { isNotEmpty: true } } }))
    .records
  await page.goto(`/tasks/${String(task?.['pid'])}`)
  const drawer = page.getByRole('dialog', { name: String(task?.['title']) })
  for (const tab of ['Details', 'Notes', 'History', 'Related records', 'Assign', 'Relation']) {
    await drawer.getByRole('tab', { name: tab }).click()
    await expect(drawer.getByRole('tabpanel', { name: tab })).not.toBeEmpty()
    await expectAccessible(page, tab, '[role=dialog]')
  }
  await drawer.getByRole('tab', { name: 'Details' }).click()
  await drawer.getByRole('button', { name: /^Description/ }).click()
  await drawer.getByRole('textbox', { name: 'Description' }).fill('Something else.')
  await expectAccessible(page, 'an open editor', '[role=dialog]')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await expectAccessible(page, 'the question before leaving', '[role=alertdialog]')
})
