import type { Page } from 'playwright/test'
import { expect, test } from '../support/portal.ts'
import {
  addressOf,
  countOf,
  crud,
  expectCount,
  expectToast,
  makeAll,
  openRecords,
  unique,
} from '../support/records.ts'

/** Three tasks created by this test, the first of them open. */
async function openFirst(page: Page) {
  const tag = unique('To go')
  await openRecords(page, 'admin', 'Tasks', '/tasks')
  const titles = ['A', 'B', 'C'].map((letter) => ({ title: `${tag} ${letter}` }))
  const pids = await makeAll(page, 'tasks', titles)
  await page.goto(addressOf('/tasks', { filter: { title: { startsWith: tag } }, sort: 'title' }))
  await expectCount(page, 3)
  const grid = page.getByRole('grid', { name: 'Tasks' })
  await grid.getByText(`${tag} A`).click()
  return { tag, pids, grid, drawer: page.getByRole('dialog', { name: `${tag} A`, exact: true }) }
}

/** Deletes the open record and confirms. */
async function askToDelete(page: Page, title: string) {
  await page
    .getByRole('dialog', { name: title, exact: true })
    .getByRole('button', { name: 'More actions' })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  return page.getByRole('dialog', { name: `Delete “${title}”?` })
}

test('deleting a record closes its drawer and lowers the count; the other records stay (specification.md 4, 8)', async ({
  page,
}) => {
  const { tag, grid, drawer } = await openFirst(page)
  const question = await askToDelete(page, `${tag} A`)
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Record Deleted!', `"${tag} A" has been removed from your records.`)
  await expect(drawer).toHaveCount(0)
  await expectCount(page, 2)
  await expect(grid.getByText(`${tag} A`)).toHaveCount(0)
  await expect(grid.getByText(`${tag} B`)).toBeVisible()
  expect(await countOf(page, 'tasks', { filter: { title: { startsWith: tag } } })).toBe(2)
})

test.describe('a failed deletion', () => {
  test.use({ expectedConsole: /404 \(Not Found\)/ })

  test('shows the server’s message, and the record stays open behind it (specification.md 8)', async ({
    page,
  }) => {
    const { tag, pids, drawer } = await openFirst(page)
    const question = await askToDelete(page, `${tag} A`)
    await expect(question.getByRole('button', { name: 'Delete', exact: true })).toBeEnabled()
    await crud(page, { apiPath: `tasks/${pids[0] ?? ''}`, method: 'DELETE' })
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    const toasts = page.getByRole('log', { name: 'Status messages' })
    await expect(toasts.getByText('Delete Failed!', { exact: true })).toBeVisible()
    await expect(toasts).not.toContainText('Failed to delete "')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog', { name: 'Record not found' })).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await expectCount(page, 2)
  })
})
