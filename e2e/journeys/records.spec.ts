import { roles } from '@portal/contract'
import { expect, expectPage, list, signInAs, test } from '../support/portal.ts'
import { addressOf, countOf, expectCount } from '../support/records.ts'

for (const role of roles) {
  test(`${role} pages through Processing permits and opens a record by click and by address (contract.md 9)`, async ({
    page,
  }) => {
    await signInAs(page, role)
    // Sorted by number, so that permits other journeys create meanwhile are last.
    await page.goto(addressOf('/permits/processing', { sort: 'refNo' }))
    await expectPage(page, 'Processing permits')
    // Other journeys create permits meanwhile, and a page does not change automatically: the count is that of
    // the time it was opened.
    let count = 0
    await expect(async () => {
      await page.reload()
      count = await countOf(page, 'permits')
      await expectCount(page, count, { timeout: 5_000 })
    }).toPass()

    const grid = page.getByRole('grid', { name: 'Processing permits' })
    const row = grid.getByRole('row').nth(1)
    const number = row.getByRole('gridcell').nth(1)
    await expect(number).toHaveText(/^PM-/)
    if (count > 50) {
      const first = (await number.textContent()) ?? ''
      await page.getByRole('button', { name: 'Page 2' }).click()
      await expect(page).toHaveURL(/page=2/)
      await expect(number).not.toHaveText(first)
      await page.goBack()
      await expect(number).toHaveText(first)
    }

    await row.getByRole('gridcell').nth(2).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer).toBeVisible()
    await expect(drawer.getByRole('tab', { name: 'Details' })).toBeVisible()
    await expect(page).toHaveURL(/\/permits\/processing\/[0-9A-Z]{26}/)
    const address = page.url()
    const title = await drawer.getByRole('heading').first().textContent()
    await drawer.getByRole('button', { name: 'Next record' }).click()
    await expect(page).not.toHaveURL(address)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toHaveCount(0)

    await page.goto(address)
    await expect(page.getByRole('dialog', { name: title ?? '' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test.describe('a record that does not exist', () => {
  test.use({ expectedConsole: /404 \(Not Found\)/ })

  test('says so, and the table stays usable', async ({ page }) => {
    await signInAs(page, 'team')
    await page.goto('/permits/processing/00000000000000000000000000')
    await expectPage(page, 'Processing permits')
    await expect(page.getByRole('dialog')).toContainText('Record not found')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(
      page.getByRole('grid', { name: 'Processing permits' }).getByRole('row').nth(1),
    ).toContainText('PM-')
  })
})

test('the search box finds a permit by its number, and the address contains the search', async ({ page }) => {
  await signInAs(page, 'team')
  await page.goto('/permits/search')
  await expectPage(page, 'Search permits')
  const { records } = await list(page, 'processed', { pageSize: 1 })
  const refNo = String(records[0]?.['refNo'])
  await page.getByRole('searchbox', { name: 'Search' }).fill(refNo)
  await expect(page.getByRole('grid', { name: 'Search permits' })).toContainText(refNo)
  await expect(page).toHaveURL(new RegExp(`q=${refNo}`))
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(refNo)
})
