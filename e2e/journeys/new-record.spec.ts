import { expect, list, test } from '../support/portal.ts'
import { expectToast, openRecords, unique } from '../support/records.ts'

test('a new record is created from its form, which names missing fields, and opens (specification.md 8)', async ({
  page,
}) => {
  const title = unique('New permit')
  await openRecords(page, 'team', 'Processing permits', '/permits/processing')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New permit' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('Client is required.')
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
  const [other] = (await list(page, 'permits', { pageSize: 1, filter: { org: { isNotEmpty: true } } }))
    .records
  const client = String(Reflect.get(Object(other?.['org']), 'title'))
  await form.getByRole('combobox', { name: 'Client' }).fill(client)
  await page.getByRole('option', { name: client }).first().click()
  await form.getByRole('combobox', { name: 'Permit type' }).selectOption({ label: 'Roofing' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Record added successfully')
  const drawer = page.getByRole('dialog', { name: title })
  await expect(drawer).toContainText(/PM-\d{4}-\d{6}/)
  await expect(page).toHaveURL(/\/permits\/processing\/[0-9A-Z]{26}/)
  await expect(page.getByRole('grid', { name: 'Processing permits' }).getByText(title)).toBeVisible()
})

test('leaving a partly filled form asks first, and staying keeps the input (look.md 8)', async ({ page }) => {
  await openRecords(page, 'team', 'Tasks', '/tasks')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New task' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Half a')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(form).toHaveCount(0)
})
