import { expect, test } from '../support/portal.ts'
import { crud, expectToast, make, openRecords, read, unique } from '../support/records.ts'

test('a permit is reassigned by typing a name, and visibly unassigned; client users are never offered', async ({
  page,
}) => {
  const title = unique('To assign')
  await openRecords(page, 'team', 'Processing permits', '/permits/processing')
  const lookup = async (query: object) => {
    const { options } = Object(await crud(page, { apiPath: 'users/lookup', method: 'GET', query }))
    return Array.isArray(options)
      ? options.map((option) => ({ pid: String(option.pid), title: String(option.title), role: option.role }))
      : []
  }
  const [first, second] = await lookup({ staff: true, limit: 50 })
  const client = (await lookup({ limit: 100 })).find(({ role }) => role === 'client')
  const [org] = Object(
    await crud(page, { apiPath: 'orgs/lookup', method: 'GET', query: { limit: 1 } }),
  ).options
  if (first === undefined || second === undefined || client === undefined)
    throw new Error('There are too few people')
  const pid = await make(page, 'permits', { title, org: org.pid, permitType: 'SIGN', assignedTo: first.pid })

  await page.goto(`/permits/processing/${pid}?tab=Assign`)
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  const tab = drawer.getByRole('tabpanel', { name: 'Assign' })
  const field = tab.getByRole('combobox', { name: 'Assigned to' })
  const edit = async () => {
    await tab.getByRole('button', { name: 'Edit Assigned to' }).click()
    await expect(field).toBeFocused()
  }
  await edit()
  await page.keyboard.type(client.title)
  await expect(field).toHaveValue(client.title)
  await expect(page.getByRole('option').filter({ hasText: 'Client' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue(first.title)
  await field.selectText()
  await page.keyboard.type(second.title)
  await page.getByRole('option', { name: second.title }).first().click()
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Record updated successfully.')
  await expect(tab.getByText(second.title)).toBeVisible()

  await edit()
  await tab.getByRole('button', { name: 'Clear' }).click()
  await expect(field).toHaveValue('')
  await page.keyboard.press('Tab')
  await expect(tab.getByText(second.title)).toHaveCount(0)
  expect((await read(page, `permits/${pid}`))['assignedTo']).toMatchObject({ title: second.title })
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await read(page, `permits/${pid}`))['assignedTo']).toBeNull()
})
