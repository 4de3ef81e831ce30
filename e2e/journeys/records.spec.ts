import { roles } from '@portal/contract'
import { crud, expect, expectPage, signInAs, test } from '../support/portal.ts'

for (const role of roles) {
  test(`${role} pages through Processing permits and opens a record by click and by address (contract.md 9)`, async ({ page }) => {
    await signInAs(page, role)
    await page.goto('/permits/processing')
    await expectPage(page, 'Processing permits')
    const { body } = await crud(page, { apiPath: 'permits', query: { page: 1 } })
    const { metadata } = body as { metadata: { count: number } }
    await expect(page.getByRole('status').filter({ hasText: 'records' })).toHaveText(`${metadata.count.toLocaleString('en-US')} records`)

    const grid = page.getByRole('grid', { name: 'Processing permits' })
    const row = grid.getByRole('row').nth(1)
    await expect(row).toContainText('PM-')
    if (metadata.count > 50) {
      const first = await row.textContent()
      await page.getByRole('button', { name: 'Go to page 2' }).click()
      await expect(page).toHaveURL(/page=2/)
      await expect(row).not.toHaveText(first ?? '')
      await page.goBack()
      await expect(row).toHaveText(first ?? '')
    }

    await row.getByRole('gridcell').nth(1).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toBeVisible()
    await expect(drawer.getByRole('tab', { name: 'Details' })).toBeVisible()
    await expect(page).toHaveURL(/\/permits\/processing\/[0-9A-Z]{26}/)
    const address = page.url()
    const name = await drawer.getAttribute('aria-label')
    await drawer.getByRole('button', { name: 'Next record' }).click()
    await expect(page).not.toHaveURL(address)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toHaveCount(0)

    await page.goto(address)
    await expect(page.getByRole('dialog')).toBeVisible()
    if (name !== null) await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('a record that is not there says so, and the table stays usable', async ({ page }) => {
  await signInAs(page, 'team')
  await page.goto('/permits/processing/00000000000000000000000000')
  await expectPage(page, 'Processing permits')
  await expect(page.getByRole('dialog')).toContainText(/not found|no longer|does not exist/i)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('grid', { name: 'Processing permits' }).getByRole('row').nth(1)).toContainText('PM-')
})

test('the search box finds a permit by its number, and the address holds the search', async ({ page }) => {
  await signInAs(page, 'team')
  await page.goto('/permits/search')
  await expectPage(page, 'Search permits')
  const { body } = await crud(page, { apiPath: 'processed', query: { pageSize: 1 } })
  const [permit] = (body as { permits: { refNo: string; title: string }[] }).permits
  await page.getByRole('searchbox', { name: 'Search' }).fill(permit?.refNo ?? '')
  await expect(page.getByRole('grid', { name: 'Search permits' })).toContainText(permit?.refNo ?? 'no permit')
  await expect(page).toHaveURL(new RegExp(`q=${permit?.refNo ?? ''}`))
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(permit?.refNo ?? '')
})
