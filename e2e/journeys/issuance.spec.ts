import { openTab, take } from '../support/permits.ts'
import { expect, list, signInAs, test } from '../support/portal.ts'
import { crud, expectToast, make, read, unique } from '../support/records.ts'

test('the issuance of a permit is recorded, undone, recorded again and corrected', async ({ page }) => {
  await signInAs(page, 'admin')
  const title = unique('Issued')
  const [org] = (await list(page, 'orgs', { pageSize: 1, filter: { status: 'ACTIVE' } })).records
  const permit = await make(page, 'permits', { title, org: org?.['pid'], permitType: 'SIGN' })
  const step = (path: string, to: string) =>
    crud(page, { apiPath: `${path}/transitions`, method: 'POST', body: { to } })
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION']) await step(`permits/${permit}`, to)
  const [pack] = (await list(page, 'rts', { filter: { permit } })).records
  const checklist = `rts/${String(pack?.['pid'])}/checklist`
  for (const item of ['APPLICATION_FORM', 'PHOTO']) {
    await crud(page, {
      apiPath: `${checklist}/${item}`,
      method: 'PATCH',
      body: { state: 'VERIFIED', onPaper: true },
    })
  }
  for (const to of ['READY', 'SUBMITTED']) await step(`rts/${String(pack?.['pid'])}`, to)
  for (const to of ['UNDER_REVIEW', 'APPROVED']) await step(`permits/${permit}`, to)

  const drawer = await openTab(page, `/permits/processing/${permit}`, title, 'Details')
  const facts = async () => {
    const { status, authorityNumber, issuedDate, expiryDate, closedDate } = await read(
      page,
      `permits/${permit}`,
    )
    return [status, authorityNumber, issuedDate, expiryDate, closedDate]
  }
  const record = () =>
    take(page, drawer, 'Record issuance', title, async (dialog) => {
      await dialog.getByLabel('Permit number').fill('SGN-2026-77')
      await dialog.getByLabel('Issue date').fill('2026-01-05')
      await dialog.getByLabel('Expiration date').fill('2099-01-05')
      await dialog
        .getByLabel('Permit document', { exact: true })
        .setInputFiles({ name: 'Permit card.txt', mimeType: 'text/plain', buffer: Buffer.from(title) })
    })
  await record()
  await expectToast(page, `${title}: Issued`)
  expect(await facts()).toEqual(['ISSUED', 'SGN-2026-77', '2026-01-05', '2099-01-05', null])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, `Status change undone: ${title}`)
  expect(await facts()).toEqual(['APPROVED', null, null, null, null])
  await page.goto(`/permits/processing/${permit}`)
  await record()

  const issued = await openTab(page, `/permits/processed/${permit}`, title, 'Details')
  await issued.getByRole('button', { name: 'Correct Agency permit number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct the issued permit' })
  await dialog.getByLabel('Permit number').fill('SGN-2026-78')
  await dialog.getByRole('textbox', { name: /^(Reason|Note)/ }).fill('A digit was wrong')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect(issued.getByText('SGN-2026-78')).toBeVisible()
  await expect(await openTab(page, `/permits/processed/${permit}`, title, 'History')).toContainText(
    'A digit was wrong',
  )
  const files = await openTab(page, `/permits/processed/${permit}`, title, 'Files')
  await expect(files.getByText('Permit card.txt').first()).toBeVisible()
})
