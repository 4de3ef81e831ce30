import { chooseFor, fileRow, makeFile, makeFolder } from '../support/files.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import { crud, make, openRecords, read, unique } from '../support/records.ts'

test('a deleted permit and a deleted file are listed under Deleted and restored (contract.md 11.9)', async ({
  page,
}) => {
  const title = unique('Harbor shed')
  await openRecords(page, 'admin', 'Processing permits', '/permits/processing')
  const { orgs } = Object(
    await crud(page, {
      apiPath: 'orgs',
      method: 'GET',
      query: { pageSize: 1, filter: { status: 'ACTIVE' } },
    }),
  )
  const permit = await make(page, 'permits', { title, org: orgs[0].pid, permitType: 'SIGN' })
  const plan = await makeFile(page, `permits/${permit}`, `permits/${permit}`, 'site plan.txt')
  await crud(page, { apiPath: `permits/${permit}`, method: 'DELETE' })

  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  const deleted = page.getByRole('table', { name: 'Deleted from Processing permits' })
  await expect(deleted).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill(title)
  await expect(page).toHaveURL(/[?&]q=Harbor/)
  await expect(deleted.getByRole('row')).toHaveCount(2)
  await page.reload()
  await deleted.getByRole('button', { name: `Restore ${title}` }).click()
  await expect(page.getByText(`No deleted items match “${title}”.`)).toBeVisible()
  expect((await read(page, `permits/${permit}`))['title']).toBe(title)
  expect((await page.request.get(`/api/files/${plan}/content`)).status()).toBe(200)

  const folderName = unique('Plans')
  const folder = await makeFolder(page, 'team', folderName)
  await makeFile(page, 'team', folder, 'elevation.txt')
  await page.goto(`/folders/team?folder=${folder}`)
  await expectPage(page, 'Team folder')
  await chooseFor(page, 'elevation.txt', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(fileRow(page, 'elevation.txt')).toHaveCount(0)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await chooseFor(page, folderName, 'Deleted')
  await page.getByRole('button', { name: 'Restore elevation.txt' }).click()
  await page.getByRole('link', { name: `Back to ${folderName}` }).click()
  await expect(fileRow(page, 'elevation.txt')).toBeVisible()
})

test('staff undo the deletion of their own file immediately', async ({ page }) => {
  await signInAs(page, 'team')
  const folder = await makeFolder(page, 'team', unique('Undo'))
  await makeFile(page, 'team', folder, 'memo.txt')
  await page.goto(`/folders/team?folder=${folder}`)
  await expectPage(page, 'Team folder')
  await chooseFor(page, 'memo.txt', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(fileRow(page, 'memo.txt')).toBeVisible()
})
