import { expectAccessible } from '../support/accessible.ts'
import { expect, expectPage, list, signInAs, test } from '../support/portal.ts'
import { addressOf, make, number, unique } from '../support/records.ts'

test('every tile and bar of the Overview opens the list it counts, also as a table (issue 7, look.md 7)', async ({ page }) => {
  await signInAs(page, 'team')
  await page.goto('/permits/overview')
  await expectPage(page, 'Overview')
  const tile = page.getByRole('link', { name: /^Nobody has taken: / })
  await expect(tile).toBeVisible()
  await expectAccessible(page, 'Overview')
  await page.getByRole('button', { name: 'Show as table: Waiting on whom' }).click()
  const office = page.getByRole('table', { name: 'Waiting on whom' }).getByRole('link', { name: /^The office/ })
  await expect(office).toHaveText(/^[1-9][\d,]*$/)
  await office.click()
  await expectPage(page, 'Processing permits')
  await expect(page.getByRole('button', { name: /^Edit filter / })).toContainText('Whose turn is Ours')
  // Others make permits meanwhile, which an open list tells beside its count: it is read anew.
  await expect(async () => {
    await page.reload()
    const { count } = await list(page, 'permits', { pageSize: 1, filter: { court: 'OURS' } })
    await expect(page.getByText(`${number(count)} records`)).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

test('the keyboard moves a card of the board, with the reason a step asks for (issue 7)', async ({ page }) => {
  await signInAs(page, 'team')
  const [other] = (await list(page, 'permits', { pageSize: 1 })).records
  const title = unique('Board')
  await make(page, 'permits', { title, org: Reflect.get(Object(other?.['org']), 'pid'), permitType: 'SIGN' })
  await page.goto(addressOf('/permits/processing', { layout: 'board', filter: { title } }))
  await expectPage(page, 'Processing permits')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(column('New')).toContainText(title)
  await expectAccessible(page, 'Board of permits')

  await page.getByRole('button', { name: `Move ${title}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Cancel the permit' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Cancel the permit: ${title}` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent twice')
  await dialog.getByRole('button', { name: 'Cancel the permit' }).click()
  await expect(page.locator('li[draggable]').filter({ hasText: title })).toHaveCount(0)
})
