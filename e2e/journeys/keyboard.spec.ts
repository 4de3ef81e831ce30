import type { Locator, Page } from 'playwright/test'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import {
  addressOf,
  columnTexts,
  expectCount,
  expectToast,
  inAddress,
  makeAll,
  read,
  unique,
} from '../support/records.ts'

/** Presses Tab until the target has the focus, at most `most` times. */
async function tabTo(page: Page, target: Locator, { key = 'Tab', most = 60 } = {}): Promise<void> {
  await expect(target).toBeVisible()
  for (let step = 0; step < most; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false)) return
    await page.keyboard.press(key)
  }
  await expect(target, `focus after ${most} times ${key}`).toBeFocused()
}

test('a day’s work by keyboard: find, sort, open, edit, save, select, update, undo, help, palette (look.md 9)', async ({
  page,
}) => {
  const tag = unique('By keys')
  const { keyboard } = page
  await signInAs(page, 'team')
  const pids = await makeAll(
    page,
    'tasks',
    ['C', 'A', 'B'].map((letter) => ({ title: `${tag} ${letter}`, priority: 'NORMAL' })),
  )
  await page.goto(addressOf('/tasks', {}))
  await expectPage(page, 'Tasks')
  const grid = page.getByRole('grid', { name: 'Tasks' })
  await expect(grid.getByText(`${tag} A`)).toBeVisible()

  await keyboard.press('f')
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await tabTo(page, filter.getByRole('combobox', { name: 'Add condition' }))
  await keyboard.type('Title')
  await keyboard.press('Enter')
  await expect(filter.getByRole('group', { name: 'Title', exact: true }).getByLabel('Value')).toBeFocused()
  await keyboard.type(tag)
  await expectCount(page, 3)
  await keyboard.press('Escape')
  await expect(filter).toHaveCount(0)

  await keyboard.press('s')
  const sort = page.getByRole('dialog', { name: 'Sort' })
  await tabTo(page, sort.getByRole('combobox', { name: 'Sort by' }))
  await keyboard.type('Title')
  await keyboard.press('Enter')
  await expect.poll(() => inAddress(page, 'sort')).toBe('title')
  await keyboard.press('Escape')
  await expect(sort).toHaveCount(0)
  await expect
    .poll(async () => (await columnTexts(grid, 'title')).map((title) => title.slice(-1)))
    .toEqual(['A', 'B', 'C'])

  const cellOf = (letter: string) =>
    grid
      .getByRole('row')
      .filter({ hasText: `${tag} ${letter}` })
      .locator('[role=gridcell][tabindex="0"]')
  await tabTo(page, grid.locator('[tabindex="0"]').first())
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowRight')
  await expect(cellOf('A')).toBeFocused()
  await keyboard.press('Enter')
  const record = page.getByRole('dialog', { name: `${tag} A`, exact: true })
  await expect(record.getByRole('tab', { name: 'Details' })).toBeVisible()

  await tabTo(page, record.getByRole('button', { name: /^Description/ }))
  await keyboard.press('Enter')
  await expect(record.getByRole('textbox', { name: 'Description' })).toBeFocused()
  await keyboard.type('Written without a mouse.')
  await tabTo(page, record.getByRole('button', { name: 'Save', exact: true }))
  await keyboard.press('Enter')
  await expectToast(page, 'Record updated successfully.')
  await expect(record.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  expect(await read(page, `tasks/${pids[1] ?? ''}`)).toMatchObject({
    description: 'Written without a mouse.',
  })

  await keyboard.press('j')
  const next = page.getByRole('dialog', { name: `${tag} B`, exact: true })
  await expect(next).toBeVisible()
  await tabTo(page, next.getByRole('button', { name: /^Description/ }))
  await keyboard.press('Enter')
  await keyboard.type('Never mind.')
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(next).toContainText('Never mind.')
  await keyboard.press('Escape')
  await tabTo(page, question.getByRole('button', { name: 'Leave' }))
  await keyboard.press('Enter')
  await expect(next).toHaveCount(0)
  await expect(cellOf('B')).toBeFocused()

  await keyboard.press('Space')
  await keyboard.press('ArrowDown')
  await keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Update selected' }), { key: 'Shift+Tab' })
  await keyboard.press('Enter')
  const bulk = page.getByRole('dialog', { name: 'Update 2 records' })
  await tabTo(page, bulk.getByRole('combobox', { name: 'Field' }))
  await keyboard.press('Enter')
  await keyboard.type('Priority')
  await keyboard.press('Enter')
  await tabTo(page, bulk.getByRole('combobox', { name: 'New value' }))
  await keyboard.press('Enter')
  await keyboard.type('High')
  await keyboard.press('Enter')
  await tabTo(page, bulk.getByRole('button', { name: 'Preview' }))
  await keyboard.press('Enter')
  await expect(bulk.getByText('2 records will be updated.')).toBeVisible()
  await tabTo(page, bulk.getByRole('button', { name: 'Update 2 records' }))
  await keyboard.press('Enter')
  await expectToast(page, 'Records updated successfully.')
  await expect(bulk).toHaveCount(0)
  await tabTo(page, page.getByRole('group', { name: 'Last action' }).getByRole('button', { name: 'Undo' }))
  await keyboard.press('Enter')
  await expectToast(page, 'Undone: 2 records restored.')
  expect(await read(page, `tasks/${pids[0] ?? ''}`)).toMatchObject({ priority: 'NORMAL' })

  await keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Select record')
  await keyboard.press('Escape')
  await expect(help).toHaveCount(0)

  const palette = page.getByRole('dialog').getByRole('combobox')
  await keyboard.press('Control+k')
  await expect(palette).toBeFocused()
  await keyboard.type(`${tag} C`)
  const results = page.getByRole('listbox', { name: 'Results' })
  await expect(results.getByRole('option', { name: `${tag} C` })).toHaveAttribute('aria-selected', 'true')
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `${tag} C`, exact: true })).toBeVisible()
  await keyboard.press('Control+k')
  await expect(palette).toBeFocused()
  await keyboard.type('Payments')
  await keyboard.press('Enter')
  await expectPage(page, 'Payments')
})
