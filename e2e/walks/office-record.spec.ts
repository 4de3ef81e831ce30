import type { Page } from 'playwright/test'
import { signOut } from '../support/people.ts'
import {
  makePermit,
  preparedPermit,
  submittedPermit,
  take,
  takeSteps,
  verifyOnPaper,
} from '../support/permits.ts'
import { expect, list } from '../support/portal.ts'
import {
  addressOf,
  countOf,
  crud,
  gridOf,
  importCsv,
  make,
  openMenu,
  read,
  unique,
} from '../support/records.ts'
import { task } from '../support/walk.ts'

const permits = '/permits/processing'

/** Creates an issued permit; returns its pid. */
async function issuedPermit(page: Page, title: string): Promise<string> {
  const firm = unique('Firm')
  await make(page, 'orgs', { legalName: firm })
  const row = `${title},${firm},SIGN,ISSUED,2026-01-02,2099-01-02`
  await importCsv(page, 'permits', `Title,Client,Permit type,Status,Issued date,Expiry date\n${row}\n`)
  return String((await list(page, 'processed', { filter: { title } })).records[0]?.['pid'])
}

task('office', 34, 'Correct the number of an issued permit', 'admin', async ({ page, start }) => {
  const title = unique('Correct')
  const permit = await issuedPermit(page, title)
  await start(`/permits/processed/${permit}`)
  await page
    .getByRole('dialog', { name: title })
    .getByRole('button', { name: 'Correct Agency permit number' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Correct the issued permit' })
  await dialog.getByLabel('Permit number').fill('SGN-2026-78')
  await dialog.getByRole('textbox', { name: /^(Reason|Note)/ }).fill('A digit was wrong')
  await dialog.getByRole('button', { name: 'Correct' }).click()
  await expect
    .poll(async () => (await read(page, `processed/${permit}`))['authorityNumber'])
    .toBe('SGN-2026-78')
})

task('office', 35, 'Amend an issued permit', 'admin', async ({ page, start }) => {
  const title = unique('Amend')
  const permit = await issuedPermit(page, title)
  await start(`/permits/processed/${permit}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Amend' }).click()
  await page.getByRole('tabpanel', { name: 'Relation' }).getByRole('button', { name: 'Amend' }).click()
  await page
    .getByRole('dialog', { name: 'Amend this permit?' })
    .getByRole('button', { name: 'Amend', exact: true })
    .click()
  await expect(page).toHaveURL(/\/permits\/processing\/[0-9A-Z]{26}/)
  const amendment = /[0-9A-Z]{26}/.exec(page.url())?.[0] ?? ''
  expect(await read(page, `permits/${amendment}`)).toMatchObject({ previousRevision: { pid: permit } })
})

task('office', 36, 'Print a permit', 'team', async ({ page, start }) => {
  const title = unique('Printed')
  const permit = await makePermit(page, title)
  await page.addInitScript(() =>
    Object.assign(window, { print: () => dispatchEvent(new Event('beforeprint')) }),
  )
  await start(`${permits}/${permit}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Print' }).click()
  await expect(page.locator('.print-document')).toContainText(title)
})

task(
  'office',
  37,
  'Change the status at the head of a permit, and undo it',
  'team',
  async ({ page, start }) => {
    const title = unique('Head')
    const permit = await makePermit(page, title)
    await start(`${permits}/${permit}`)
    await take(page, page.getByRole('dialog', { name: title }), 'Start intake review', title)
    await page.getByRole('log').getByRole('button', { name: 'Undo' }).click()
    await expect(
      page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Start intake review' }),
    ).toBeVisible()
    await expect.poll(async () => (await read(page, `permits/${permit}`))['status']).toBe('NEW')
  },
)

task('office', 38, 'Change the status of a permit in its row', 'team', async ({ page, start }) => {
  const title = unique('Row')
  const permit = await makePermit(page, title)
  await start(addressOf(permits, { filter: { title } }))
  await gridOf(page, 'Processing permits').locator('[role=gridcell][data-field="refNo"]').hover()
  await page.locator(`button[title="Actions for ${title}"]`).click()
  await page.getByRole('menuitem', { name: 'Change status' }).click()
  await page.locator('.MuiPopover-root').getByRole('button', { name: 'Start intake review' }).click()
  const question = page.getByRole('dialog', { name: `Start intake review: ${title}` })
  await question.getByRole('button', { name: 'Start intake review' }).click()
  await expect.poll(async () => (await read(page, `permits/${permit}`))['status']).toBe('INTAKE_REVIEW')
})

task('office', 39, 'See who changed what on a permit', 'team', async ({ page, start }) => {
  const title = unique('Changed')
  const permit = await makePermit(page, title)
  await crud(page, { apiPath: `permits/${permit}`, method: 'PATCH', body: { priority: 'URGENT' } })
  await start(`${permits}/${permit}`)
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('tabpanel', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'Priority',
  )
})

task('office', 40, 'Write a note on a permit', 'team', async ({ page, start }) => {
  const title = unique('Noted')
  const permit = await makePermit(page, title)
  await start(`${permits}/${permit}`)
  await page.getByRole('tab', { name: 'Notes' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Notes' })
  await panel.getByRole('textbox').first().fill('The counter asks for two copies.')
  await panel.getByRole('button', { name: 'Add note' }).click()
  await expect(panel.getByRole('article').first()).toContainText('two copies')
})

task('office', 41, 'Create a task from a permit', 'team', async ({ page, start }) => {
  const title = unique('With task')
  const permit = await makePermit(page, title)
  await start(`${permits}/${permit}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New task' }).click()
  const form = page.getByRole('dialog', { name: 'New task' })
  await form.getByRole('textbox', { name: 'Title' }).fill(`Call about ${title}`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => countOf(page, 'tasks', { filter: { permit, title: `Call about ${title}` } }))
    .toBe(1)
})

task('office', 42, 'Write to a contact of a permit', 'team', async ({ page, start }) => {
  const title = unique('Mailed')
  const address = `${unique('ada')}@build.example`.toLowerCase().replaceAll(' ', '-')
  const permit = await makePermit(page, title)
  await page.goto(`${permits}/${permit}?tab=People`)
  await page.getByRole('button', { name: 'Add person' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add person' })
  await form.getByLabel(/^Name/).fill(unique('Ada'))
  await form.getByLabel(/^Email/).fill(address)
  await form.getByRole('button', { name: 'Add person' }).click()
  await form.waitFor({ state: 'detached' })
  await start(`${permits}/${permit}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New mail' }).click()
  const recipients = page.getByRole('dialog', { name: 'New mail' })
  await recipients.getByRole('checkbox', { name: address }).check()
  await recipients.getByRole('button', { name: 'Write message' }).click()
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /ada@build|Ada / }).first()).toBeVisible()
})

task('office', 63, 'Ask a client for a document', 'team', async ({ page, start }) => {
  const title = unique('Needs survey')
  const permit = await makePermit(page, title)
  await start(`${permits}/${permit}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New client task' }).click()
  const form = page.getByRole('dialog', { name: 'New client task' })
  await form.getByRole('textbox', { name: 'Title' }).fill(`Survey for ${title}`)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => countOf(page, 'ctasks', { filter: { permit, title: `Survey for ${title}` } }))
    .toBe(1)
})

task('office', 64, 'See which packages are ready to submit', 'team', async ({ page, start }) => {
  const { pack } = await preparedPermit(page, unique('Ready'))
  await verifyOnPaper(page, pack)
  await takeSteps(page, `rts/${pack}`, 'READY')
  const number = String((await read(page, `rts/${pack}`))['refNo'])
  await start(permits)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ready to Submit' }).click()
  const views = await openMenu(page, 'Views')
  await views.getByRole('button', { name: 'Ready', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(number)
  await gridOf(page, 'Ready to Submit').getByText(number).click()
  await expect(page.getByRole('dialog', { name: number })).toContainText('Ready')
})

task('office', 65, 'Follow a link to a permit while signed out', 'team', async ({ page, start }) => {
  const title = unique('Linked')
  const permit = await submittedPermit(page, title)
  await takeSteps(page, `permits/${permit}`, 'UNDER_REVIEW')
  await page.goto('/tasks')
  await signOut(page)
  await start(`${permits}/${permit}`)
  await page.getByRole('button', { name: 'Continue as team' }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
})
