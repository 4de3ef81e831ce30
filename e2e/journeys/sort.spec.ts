import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/portal.ts'
import {
  addressOf,
  choose,
  closeMenu,
  columnTexts,
  gridOf,
  inAddress,
  makeAll,
  openMenu,
  openRecords,
  unique,
} from '../support/records.ts'

/** Tasks A to D on their own address, due alternately on two days. */
async function openTasks(page: Page) {
  const tag = unique('Sorting')
  await openRecords(page, 'team', 'Tasks', '/tasks')
  const days = ['2026-12-01', '2026-11-25', '2026-12-01', '2026-11-25']
  await makeAll(
    page,
    'tasks',
    days.map((dueDate, index) => ({ title: `${tag} ${'ABCD'.charAt(index)}`, dueDate })),
  )
  await page.goto(addressOf('/tasks', { filter: { title: { startsWith: tag } } }))
  const grid = gridOf(page, 'Tasks')
  const expectOrder = async (letters: string) => {
    await expect
      .poll(async () => (await columnTexts(grid, 'title')).map((title) => title.slice(-1)).join(''))
      .toBe(letters)
  }
  await expect(grid.getByText(`${tag} A`)).toBeVisible()
  return { grid, expectOrder }
}

const keysOf = (menu: Locator) => menu.getByRole('list', { name: 'Sorted by' }).getByRole('listitem')

test('records are sorted by several keys, ordered by dragging or keyboard; address and reload keep it (contract.md 9)', async ({
  page,
}) => {
  const { expectOrder } = await openTasks(page)
  const menu = await openMenu(page, 'Sort')
  await choose(menu, 'Sort by', 'Due date')
  await choose(menu, 'Then by', 'Title')
  await menu.getByLabel('Order of Title').selectOption({ label: 'Descending' })
  await expectOrder('DBCA')
  expect(inAddress(page, 'sort')).toBe('dueDate,-title')

  await keysOf(menu).nth(1).getByTitle('Drag to reorder').dragTo(keysOf(menu).nth(0))
  await expectOrder('DCBA')
  expect(inAddress(page, 'sort')).toBe('-title,dueDate')

  await menu.getByRole('button', { name: 'Move Due date up' }).focus()
  await page.keyboard.press('Enter')
  await expectOrder('DBCA')
  await expect(menu.getByRole('button', { name: 'Move Due date down' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectOrder('DCBA')
  await expect(menu.getByRole('button', { name: 'Move Due date up' })).toBeFocused()

  await closeMenu(page)
  await expect(page.getByRole('button', { name: 'Sort', exact: true })).toHaveAccessibleDescription('2')
  await page.reload()
  await expectOrder('DCBA')
  await openMenu(page, 'Sort')
  await menu.getByRole('button', { name: 'Remove Title' }).click()
  await expectOrder('BDAC')
  await menu.getByRole('button', { name: 'Clear sort' }).click()
  await expectOrder('DCBA')
  expect(inAddress(page, 'sort')).toBeNull()
})

test('clicks on a header sort ascending, descending, then not at all, and shift adds a column (contract.md 9)', async ({
  page,
}) => {
  const { grid, expectOrder } = await openTasks(page)
  const title = grid.getByRole('columnheader', { name: 'Title' })
  const due = grid.getByRole('columnheader', { name: 'Due date' })
  await title.click()
  await expect(title).toHaveAttribute('aria-sort', 'ascending')
  await expectOrder('ABCD')
  await title.click()
  await expect(title).toHaveAttribute('aria-sort', 'descending')
  await expectOrder('DCBA')
  await title.click()
  await expect(title).not.toHaveAttribute('aria-sort')

  await due.click()
  await title.click({ modifiers: ['Shift'] })
  await expectOrder('BDAC')
  await title.click({ modifiers: ['Shift'] })
  await expectOrder('DBCA')
  expect(inAddress(page, 'sort')).toBe('dueDate,-title')
  await expect(due).toHaveAttribute('aria-sort', 'ascending')
  await expect(title).toHaveAttribute('aria-sort', 'descending')
  await page.goBack()
  await expectOrder('BDAC')
})
