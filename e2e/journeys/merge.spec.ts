import { expect, signInAs, test } from '../support/portal.ts'
import { countOf, crud, expectToast, make, unique } from '../support/records.ts'

test('two organizations are merged with a look at what moves, and the merge is undone', async ({ page }) => {
  await signInAs(page, 'admin')
  const [name, other] = [unique('Acme Building'), unique('Acme Group')]
  const losing = await make(page, 'orgs', { legalName: name, city: 'Austin', phone: '555-0100' })
  const into = await make(page, 'orgs', { legalName: other, city: 'Waco' })
  const permit = await make(page, 'permits', { title: unique('Garage'), org: losing, permitType: 'SIGN' })
  await make(page, 'contacts', { name: 'Jo', role: 'OWNER', org: losing })

  await page.goto(`/organizations?record=${losing}`)
  const drawer = page.getByRole('dialog', { name })
  await drawer.getByRole('button', { name: 'Merge…' }).click()
  const dialog = page.getByRole('dialog', { name: `Merge ${name} into another organization` })
  await dialog.getByRole('combobox', { name: 'Surviving organization' }).fill(other)
  await page.getByRole('option', { name: other }).click()
  await expect(dialog.getByRole('region', { name: 'What moves' })).toContainText('Permits1')
  await dialog
    .getByRole('radiogroup', { name: 'City' })
    .getByRole('radio', { name: new RegExp(`^Austin\\s*${name}`) })
    .check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expectToast(page, `${name} was merged into ${other}`)
  await expect(
    drawer.getByText(`This organization can’t be changed. It was merged into ${other}`),
  ).toBeVisible()
  expect(await countOf(page, 'permits', { filter: { org: into } })).toBe(1)

  await drawer.getByRole('link', { name: other }).first().click()
  const surviving = page.getByRole('dialog', { name: other })
  await expect(surviving).toContainText('555-0100')
  await expect(surviving).toContainText('Austin')

  await page.goto(`/organizations?record=${losing}`)
  await drawer.getByRole('button', { name: 'Undo merge…' }).click()
  const undo = page.getByRole('dialog', { name: `Undo the merge of ${name} into ${other}?` })
  await undo.getByRole('button', { name: 'Undo merge' }).click()
  await expectToast(page, `The merge of ${name} was undone`)
  await expect(drawer.getByRole('button', { name: 'Merge…' })).toBeVisible()
  const back = Object(await crud(page, { apiPath: `permits/${permit}`, method: 'GET' }))
  expect(back.org.pid).toBe(losing)
})
