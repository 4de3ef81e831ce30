import type { Page } from 'playwright/test'
import { filesIn } from '../support/files.ts'
import {
  because,
  openTab,
  packageOf,
  preparedPermit,
  submittedPermit,
  take,
  takeSteps,
  turnTo,
  verifyOnPaper,
} from '../support/permits.ts'
import { expect } from '../support/portal.ts'
import { crud, expectToast, read, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

const permits = '/permits/processing'
const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
const statusOf = async (page: Page, path: string) => (await read(page, path))['status']

task('office', 23, 'Upload the file of a required document', 'team', async ({ page, start }) => {
  const title = unique('Upload')
  const { permit } = await preparedPermit(page, title)
  await start(`${permits}/${permit}?tab=Documents`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Application form: Attach file' }).click()
  await (await chooser).setFiles(textFile('Form.txt'))
  await expect.poll(async () => (await filesIn(page, `permits/${permit}`)).length).toBe(1)
})

task('office', 24, 'Verify a document with its file', 'team', async ({ page, start }) => {
  const title = unique('Verify')
  const { permit } = await preparedPermit(page, title)
  await start(`${permits}/${permit}?tab=Documents`)
  const drawer = page.getByRole('dialog', { name: title })
  await drawer.getByRole('button', { name: 'Application form: Verify' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application form: Verify' })
  await dialog.getByLabel('Choose a file').setInputFiles(textFile('Form.txt'))
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(drawer.getByText(/^Verified by/)).toBeVisible()
})

task('office', 25, 'Verify a document on paper', 'team', async ({ page, start }) => {
  const title = unique('Paper')
  const { permit } = await preparedPermit(page, title)
  await start(`${permits}/${permit}?tab=Documents`)
  const drawer = page.getByRole('dialog', { name: title })
  await drawer.getByRole('button', { name: 'Photo: Verify' }).click()
  const dialog = page.getByRole('dialog', { name: 'Photo: Verify' })
  await dialog.getByRole('radio', { name: 'Paper copy' }).check()
  await dialog.getByRole('textbox', { name: 'Note (optional)' }).fill('In the blue folder')
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(drawer.getByText('In the blue folder')).toBeVisible()
})

task('office', 26, 'Mark a package as ready', 'team', async ({ page, start }) => {
  const title = unique('Ready')
  const { permit, pack } = await preparedPermit(page, title)
  await verifyOnPaper(page, pack)
  const number = String((await read(page, `rts/${pack}`))['refNo'])
  await start(`${permits}/${permit}?tab=Documents`)
  await take(page, page.getByRole('dialog', { name: title }), 'Mark as ready', number)
  await expect.poll(() => statusOf(page, `rts/${pack}`)).toBe('READY')
})

task('office', 27, 'Submit a package', 'team', async ({ page, start }) => {
  const title = unique('Submit')
  const { permit, pack } = await preparedPermit(page, title)
  await verifyOnPaper(page, pack)
  await takeSteps(page, `rts/${pack}`, 'READY')
  const number = String((await read(page, `rts/${pack}`))['refNo'])
  await start(`${permits}/${permit}?tab=Documents`)
  await take(page, page.getByRole('dialog', { name: title }), 'Submit', number, (dialog) =>
    dialog.getByLabel('Confirmation number (optional)').fill('C-2026-7'),
  )
  await expect.poll(() => statusOf(page, `permits/${permit}`)).toBe('SUBMITTED')
})

task('office', 28, 'Record corrections with two comments', 'team', async ({ page, start }) => {
  const title = unique('Comments')
  const permit = await submittedPermit(page, title)
  await start(`${permits}/${permit}?tab=Processing+status`)
  await take(page, page.getByRole('dialog', { name: title }), 'Record corrections', title, async (dialog) => {
    await dialog.getByRole('textbox', { name: 'Comment', exact: true }).fill('Show the scale')
    await dialog.getByRole('button', { name: 'Add comment' }).click()
    await dialog.getByRole('textbox', { name: 'Comment', exact: true }).last().fill('Name the owner')
  })
  await expect.poll(() => statusOf(page, `permits/${permit}`)).toBe('CORRECTIONS_REQUIRED')
})

/** Creates a permit with one comment of the agency, back in preparation. */
async function correctedPermit(page: Page, title: string): Promise<string> {
  const permit = await submittedPermit(page, title)
  const comments = [{ discipline: 'BUILDING', text: 'Show the scale', documents: ['APPLICATION_FORM'] }]
  await crud(page, {
    apiPath: `permits/${permit}/transitions`,
    method: 'POST',
    body: { to: 'CORRECTIONS_REQUIRED', comments },
  })
  await takeSteps(page, `permits/${permit}`, 'IN_PREPARATION')
  return permit
}

task('office', 29, 'Answer a comment of the agency', 'team', async ({ page, start }) => {
  const title = unique('Respond')
  const permit = await correctedPermit(page, title)
  await start(`${permits}/${permit}?tab=Corrections`)
  const drawer = page.getByRole('dialog', { name: title })
  await drawer.getByRole('button', { name: 'Respond: Show the scale' }).click()
  await drawer.getByRole('textbox', { name: 'Response' }).fill('Scale added on sheet A-101')
  await page.keyboard.press('Control+Enter')
  await expect(drawer.getByText('1 of 1 answered').first()).toBeVisible()
})

task('office', 30, 'Resubmit after corrections', 'team', async ({ page, start }) => {
  const title = unique('Again')
  const permit = await correctedPermit(page, title)
  const setup = await openTab(page, `${permits}/${permit}`, title, 'Corrections')
  await setup.getByRole('button', { name: 'Respond: Show the scale' }).click()
  await setup.getByRole('textbox', { name: 'Response' }).fill('Scale added')
  await page.keyboard.press('Control+Enter')
  await expect(setup.getByText('1 of 1 answered').first()).toBeVisible()
  const pack = await packageOf(page, permit)
  await verifyOnPaper(page, pack)
  const number = String((await read(page, `rts/${pack}`))['refNo'])
  await start(`${permits}/${permit}?tab=Documents`)
  const drawer = page.getByRole('dialog', { name: title })
  await take(page, drawer, 'Mark as ready', number)
  await take(page, drawer, 'Submit', number)
  expect(await read(page, `permits/${permit}`)).toMatchObject({ status: 'SUBMITTED', cycleNo: 2 })
})

task('office', 31, 'Put a permit on hold, and release it', 'team', async ({ page, start }) => {
  const title = unique('Hold')
  const permit = await submittedPermit(page, title)
  await takeSteps(page, `permits/${permit}`, 'UNDER_REVIEW')
  await start(`${permits}/${permit}?tab=Processing+status`)
  const drawer = page.getByRole('dialog', { name: title })
  await take(page, drawer, 'Put on hold', title, because('The owner is away'))
  await expectToast(page, `${title}: On hold`)
  await take(page, drawer, 'Release hold', title, because('The owner is back'))
  await expect.poll(() => statusOf(page, `permits/${permit}`)).toBe('UNDER_REVIEW')
})

task('office', 32, 'Withdraw a permit', 'team', async ({ page, start }) => {
  const title = unique('Withdrawn')
  const permit = await submittedPermit(page, title)
  await start(`${permits}/${permit}`)
  const drawer = page.getByRole('dialog', { name: title })
  await turnTo(drawer, 'Processing status')
  await take(page, drawer, 'Withdraw', title, because('The client sold the house'))
  await expect.poll(() => statusOf(page, `processed/${permit}`)).toBe('WITHDRAWN')
})

task('office', 33, 'Record the issuance of a permit', 'team', async ({ page, start }) => {
  const title = unique('Issued')
  const permit = await submittedPermit(page, title)
  await takeSteps(page, `permits/${permit}`, 'UNDER_REVIEW', 'APPROVED')
  await start(`${permits}/${permit}`)
  await take(page, page.getByRole('dialog', { name: title }), 'Record issuance', title, async (dialog) => {
    await dialog.getByLabel('Permit number').fill('SGN-2026-77')
    await dialog.getByLabel('Issue date').fill('2026-01-05')
    await dialog.getByLabel('Expiration date').fill('2099-01-05')
    await dialog.getByLabel('Permit document', { exact: true }).setInputFiles(textFile('Permit card.txt'))
  })
  expect(await read(page, `permits/${permit}`)).toMatchObject({
    status: 'ISSUED',
    authorityNumber: 'SGN-2026-77',
  })
})
