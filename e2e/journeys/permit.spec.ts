import { filesIn } from '../support/files.ts'
import { take } from '../support/permits.ts'
import { expect, list, test } from '../support/portal.ts'
import { expectToast, openRecords, unique } from '../support/records.ts'

test('a permit goes from new to submitted on screen, with its package (issue 7, domain.md 1.9, 2)', async ({
  page,
}) => {
  await openRecords(page, 'admin', 'Processing permits', '/permits/processing')
  const title = unique('Way')
  const [org] = (await list(page, 'orgs', { pageSize: 1, filter: { status: 'ACTIVE' } })).records
  const made = await page.request.post('/api/crud', {
    data: { apiPath: 'permits', method: 'POST', body: { title, org: org?.['pid'], permitType: 'SIGN' } },
  })
  const { pid } = await made.json()
  await page.goto(`/permits/processing/${pid}?tab=Processing+status`)
  const drawer = page.getByRole('dialog', { name: title })
  await take(page, drawer, 'Start intake review', title)
  await expectToast(page, `${title}: Intake review`)
  await take(page, drawer, 'Start preparation', title)
  await expect(drawer.getByRole('region', { name: 'Not available yet' })).toContainText(
    'The submittal package is not ready.',
  )

  await drawer.getByRole('tab', { name: 'Documents' }).click()
  await drawer.getByRole('button', { name: 'Application form: Verify' }).click()
  const verifying = page.getByRole('dialog', { name: 'Application form: Verify' })
  await verifying.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(verifying.getByRole('alert')).toContainText('Choose a file, or')
  await verifying
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'Form.txt', mimeType: 'text/plain', buffer: Buffer.from(title) })
  await verifying.getByRole('button', { name: 'Verify', exact: true }).click()
  await verifying.waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: 'Photo: Verify' }).click()
  const onPaper = page.getByRole('dialog', { name: 'Photo: Verify' })
  await onPaper.getByRole('radio', { name: 'Paper copy' }).check()
  await onPaper.getByRole('textbox', { name: 'Note (optional)' }).fill('In the blue folder')
  await onPaper.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(drawer.getByText('In the blue folder')).toBeVisible()
  await expect(drawer.getByText('100% of required documents complete')).toBeVisible()

  const [pack] = (await list(page, 'rts', { filter: { permit: pid } })).records
  await page.goto(`/ready_to_submits/${String(pack?.['pid'])}?tab=Processing+status`)
  const packageTitle = String(pack?.['refNo'])
  const packageDrawer = page.getByRole('dialog', { name: packageTitle })
  await take(page, packageDrawer, 'Mark as ready', packageTitle)
  await take(page, packageDrawer, 'Submit', packageTitle, (dialog) =>
    dialog.getByLabel('Confirmation number (optional)').fill('C-2026-7'),
  )

  // Submitted documents are kept unchanged (contract.md 11.3).
  const [form] = await filesIn(page, `permits/${pid}`)
  expect((await page.request.delete(`/api/aws/deleteFile?fileId=${form?.pid ?? ''}`)).status()).toBe(409)
  await page.goto(`/permits/processing/${pid}?tab=Files`)
  await page.getByRole('button', { name: 'Actions for Form.txt' }).click()
  for (const act of ['Move', 'Delete']) {
    await expect(page.getByRole('menuitem', { name: act, exact: true })).toHaveAccessibleDescription(
      new RegExp(`submitted with ${packageTitle}`),
    )
  }
  await page.keyboard.press('Escape')

  await page.goto(`/permits/processing/${pid}?tab=Processing+status`)
  await expect(drawer.getByText('Agency', { exact: true })).toBeVisible()
  await take(page, drawer, 'Withdraw', title, (dialog) =>
    dialog.getByRole('textbox', { name: 'Reason' }).fill('The client sold the house'),
  )
  await page.goto(`/permits/processed/${pid}?tab=History`)
  await expect(page.getByRole('dialog', { name: title })).toContainText('The client sold the house')
})
