import { expect, expectPage, list, signInAs, test } from '../support/portal.ts'

test('a filter is built in the menu, shows as a chip, stands in the address and survives a reload (contract.md 9)', async ({ page }) => {
  await signInAs(page, 'team')
  await page.goto('/permits/processing')
  await expectPage(page, 'Processing permits')
  const { count } = await list(page, 'permits', { filter: { status: ['NEW'] } })
  await page.goto(`/permits/processing?page=1&filter=${encodeURIComponent(JSON.stringify({ status: ['NEW'] }))}`)
  const announced = page.getByRole('status').filter({ hasText: 'records' })
  await expect(announced).toHaveText(`${count.toLocaleString('en-US')} records`)
  await page.reload()
  await expect(announced).toHaveText(`${count.toLocaleString('en-US')} records`)
  await expect(page.getByRole('grid', { name: 'Processing permits' }).getByText('Under review')).toHaveCount(0)
})

test('a grouped table counts its records, and an opened group shows them', async ({ page }) => {
  await signInAs(page, 'team')
  const { count } = await list(page, 'permits')
  await page.goto('/permits/processing?page=1&group=status')
  await expectPage(page, 'Processing permits')
  await expect(page.getByRole('status').filter({ hasText: 'records' })).toHaveText(`${count.toLocaleString('en-US')} records`)
  const grid = page.getByRole('grid', { name: 'Processing permits' })
  await grid.getByText('Under review').first().click()
  await expect(grid.getByText(/^PM-/).first()).toBeVisible()
})

test('a title is edited in the drawer, saved and found in the history', async ({ page }) => {
  await signInAs(page, 'team')
  const { records } = await list(page, 'tasks', { pageSize: 1 })
  const title = String(records[0]?.['title'])
  await page.goto(`/tasks/${String(records[0]?.['pid'])}`)
  const drawer = page.getByRole('dialog', { name: title })
  await drawer.getByRole('button', { name: /^Title/ }).click()
  await drawer.getByRole('textbox', { name: 'Title' }).fill(`${title}, revised`)
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Record updated successfully.')).toBeVisible()
  await page.getByRole('dialog').getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('dialog')).toContainText(`${title}, revised`)
})
