import { expect, expectPage, test } from '../support/portal.ts'
import { make, openRecords, unique } from '../support/records.ts'

test('the palette finds records of all permitted collections by name and number, and opens them (issue 3)', async ({
  page,
}) => {
  const tag = unique('Everywhere')
  await openRecords(page, 'admin', 'Tasks', '/tasks')
  const org = await make(page, 'orgs', { legalName: `${tag} Builders` })
  await make(page, 'tasks', { title: `${tag} call` })
  await make(page, 'permits', { title: `${tag} warehouse`, org, permitType: 'ROOFING' })
  await page.keyboard.press('Control+k')
  const box = page.getByRole('dialog').getByRole('combobox')
  await box.fill(tag)
  const records = page.getByRole('listbox', { name: 'Results' }).getByRole('group', { name: 'Records' })
  await expect(records.getByRole('option')).toHaveCount(3)
  await expect(records.getByRole('option', { name: `${tag} Builders` })).toContainText('Organization')
  await expect(records.getByRole('option', { name: `${tag} call` })).toContainText('Task')
  await records.getByRole('option', { name: `${tag} warehouse` }).click()
  await expectPage(page, 'Processing permits')
  const permit = page.getByRole('dialog', { name: `${tag} warehouse`, exact: true })
  const number = /PM-\d{4}-\d{6}/.exec(await permit.innerText())?.[0] ?? ''
  await permit.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('Control+k')
  await box.fill(number.replaceAll('-', ' '))
  await expect(records.getByRole('option', { name: `${tag} warehouse` })).toBeVisible()
  await page.keyboard.press('Escape')
})

test('text typed before the palette’s code has loaded is kept (issue 3)', async ({ page }) => {
  await openRecords(page, 'team', 'Tasks', '/tasks')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('paym')
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('paym')
  await page.keyboard.press('Enter')
  await expectPage(page, 'Payments')
})
