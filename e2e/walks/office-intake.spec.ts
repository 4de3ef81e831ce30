import type { Locator, Page } from 'playwright/test'
import { makePermit } from '../support/permits.ts'
import { expect, list } from '../support/portal.ts'
import {
  addressOf,
  choose,
  countOf,
  crud,
  expectCount,
  expectToast,
  gridOf,
  make,
  read,
  tick,
  unique,
} from '../support/records.ts'
import { task } from '../support/walk.ts'

const permits = '/permits/processing'

/** The names of colleagues, as staff pickers offer them. */
async function colleagues(page: Page): Promise<{ pid: string; title: string }[]> {
  const { options } = Object(
    await crud(page, { apiPath: 'users/lookup', method: 'GET', query: { staff: true, limit: 50 } }),
  )
  return Array.isArray(options)
    ? options.map(({ pid, title }) => ({ pid: String(pid), title: String(title) }))
    : []
}

/** `count` permits on their own address. */
async function ownPermits(
  page: Page,
  count: number,
): Promise<{ title: string; pids: string[]; address: string }> {
  const title = unique('Several')
  const pids: string[] = []
  for (let place = 1; place <= count; place += 1) pids.push(await makePermit(page, `${title} ${place}`))
  return { title, pids, address: addressOf(permits, { filter: { title: { startsWith: title } } }) }
}

/** Selects all rows and fills in `Update selected` up to its preview. */
async function updateAll(page: Page, field: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  await tick(gridOf(page, 'Processing permits').getByRole('checkbox', { name: 'Select all rows' }))
  await page.getByRole('button', { name: 'Update selected' }).click()
  const dialog = page.getByRole('dialog', { name: /^Update \d+ records/ })
  await dialog.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: field, exact: true }).click()
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: /^Update \d+ records/ }).click()
}

task('office', 11, 'Create a permit for a client', 'team', async ({ page, start }) => {
  const title = unique('Deck and pergola')
  const [other] = (await list(page, 'permits', { pageSize: 1, filter: { org: { isNotEmpty: true } } }))
    .records
  const client = String(Reflect.get(Object(other?.['org']), 'title'))
  await start(permits)
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New permit' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('combobox', { name: 'Client' }).fill(client)
  await page.getByRole('option', { name: client }).first().click()
  await form.getByRole('combobox', { name: 'Permit type' }).selectOption({ label: 'Roofing' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: title })).toContainText(/PM-\d{4}-\d{6}/)
})

/** Adds a person in the dialog of the tab People. */
async function addPerson(
  page: Page,
  button: string,
  role: string | null,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await page.getByRole('tabpanel', { name: 'People' }).getByRole('button', { name: button }).first().click()
  const form = page.getByRole('dialog', { name: /^Add/ })
  if (role !== null) await choose(form, 'Role', role)
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(new RegExp(`^${label}`)).fill(value)
  await form.getByRole('button', { name: button }).click()
  await form.waitFor({ state: 'detached' })
  await expect(page.getByRole('tabpanel', { name: 'People' }).getByText(fields['Name'] ?? '')).toBeVisible()
}

task('office', 12, 'Add the applicant and the contractor of a permit', 'team', async ({ page, start }) => {
  const title = unique('People')
  const permit = await makePermit(page, title)
  await start(`${permits}/${permit}?tab=People`)
  await addPerson(page, 'Add person', 'Applicant', { Name: unique('Ada'), Email: 'ada@build.example' })
  await addPerson(page, 'Add person', 'Contractor', { Name: unique('Carl'), Phone: '512 555 0100' })
})

task('office', 13, 'Add a contact to an organization', 'superadmin', async ({ page, start }) => {
  const legalName = unique('Builders')
  await make(page, 'orgs', { legalName })
  await start('/organizations')
  await page.getByRole('searchbox', { name: 'Search' }).fill(legalName)
  await gridOf(page, 'Organizations').getByText(legalName).first().click()
  await page.getByRole('tab', { name: 'People' }).click()
  await addPerson(page, 'Add contact', null, { Name: unique('Olga'), Phone: '512 555 0100' })
})

task('office', 14, 'Change a due date in the table', 'team', async ({ page, start }) => {
  const title = unique('Due date')
  const permit = await makePermit(page, title)
  await start(addressOf(permits, { filter: { title } }))
  await gridOf(page, 'Processing permits').locator('[role=gridcell][data-field="targetDate"]').focus()
  await page.keyboard.press('e')
  await page.locator('.MuiPopover-root input').fill('2027-03-01')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await read(page, `permits/${permit}`))['targetDate']).toBe('2027-03-01')
})

task('office', 15, 'Give a permit to another colleague', 'team', async ({ page, start }) => {
  const [first, second] = await colleagues(page)
  if (first === undefined || second === undefined) throw new Error('There are too few people')
  const title = unique('Reassigned')
  const permit = await makePermit(page, title, { assignedTo: first.pid })
  await start(addressOf(permits, { filter: { title } }))
  await gridOf(page, 'Processing permits').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title })
  await drawer.getByRole('button', { name: /^Assigned to/ }).click()
  await page.getByRole('combobox', { name: 'Assigned to' }).fill(second.title)
  await page.getByRole('option', { name: second.title }).first().click()
  await page.locator('.MuiPopover-root').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await read(page, `permits/${permit}`))['assignedTo'])
    .toMatchObject({ pid: second.pid })
})

task('office', 16, 'Assign five permits at once, and undo it', 'team', async ({ page, start }) => {
  const [colleague] = await colleagues(page)
  if (colleague === undefined) throw new Error('Nobody works here')
  const { title, address } = await ownPermits(page, 5)
  await start(address)
  await expectCount(page, 5)
  await updateAll(page, 'Assigned to', async (dialog) => {
    await dialog.getByRole('combobox', { name: 'New value' }).fill(colleague.title)
    await page.getByRole('option', { name: colleague.title }).first().click()
  })
  await expectToast(page, 'Records updated successfully.')
  await page.getByRole('button', { name: 'Undo' }).click()
  const filter = { title: { startsWith: title }, assignedTo: { isEmpty: true } }
  await expect.poll(() => countOf(page, 'permits', { filter })).toBe(5)
})

task(
  'office',
  17,
  'Change the status of three permits at once, and undo it',
  'team',
  async ({ page, start }) => {
    const { title, address } = await ownPermits(page, 3)
    await start(address)
    await expectCount(page, 3)
    await tick(gridOf(page, 'Processing permits').getByRole('checkbox', { name: 'Select all rows' }))
    await page.getByRole('button', { name: /^Change status/ }).click()
    const dialog = page.getByRole('dialog', { name: /status/i })
    await dialog.getByRole('combobox').click()
    await page.getByRole('option', { name: 'Intake review' }).click()
    await dialog.getByRole('button', { name: /^Change/ }).click()
    const filter = { title: { startsWith: title }, status: 'INTAKE_REVIEW' }
    await expect.poll(() => countOf(page, 'permits', { filter })).toBe(3)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => countOf(page, 'permits', { filter })).toBe(0)
  },
)

/**
 * Imports six permits with unknown status terms and an unknown client; returns the dialog at its last step.
 */
async function importForeign(page: Page, tag: string): Promise<Locator> {
  const rows = Array.from({ length: 6 }, (_, n) => `${tag} ${n},${tag} Ltd,Building,Handed over`)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Processing permits' })
  const buffer = Buffer.from(`Title,Client,Permit type,Status\n${rows.join('\n')}\n`)
  await dialog
    .getByLabel('File to import')
    .setInputFiles({ name: 'permits.csv', mimeType: 'text/csv', buffer })
  await dialog.getByRole('button', { name: 'Show all fields' }).click()
  await choose(dialog, 'Status', 'Status')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('combobox', { name: 'Status: value for “Handed over”', exact: true }).click()
  await page.getByRole('option', { name: 'Under review', exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Create 1 new client' }).check()
  await dialog.getByRole('button', { name: 'Preview again' }).click()
  await dialog.getByRole('button', { name: 'Import 6 records' }).click()
  await expectToast(page, '6 records imported')
  return dialog
}

task('office', 18, 'Import a file of permits with a new client', 'admin', async ({ page, start }) => {
  const tag = unique('Imported')
  await start(permits)
  await importForeign(page, tag)
  expect(
    await countOf(page, 'permits', { filter: { title: { startsWith: tag }, status: 'UNDER_REVIEW' } }),
  ).toBe(6)
})

task('office', 19, 'Undo an import', 'admin', async ({ page, start }) => {
  const tag = unique('Undone')
  await start(permits)
  const dialog = await importForeign(page, tag)
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog.getByText('7 records deleted.')).toBeVisible()
  expect(await countOf(page, 'permits', { filter: { title: { startsWith: tag } } })).toBe(0)
})

task('office', 22, 'Move a permit on the board', 'team', async ({ page, start }) => {
  const title = unique('Card')
  await makePermit(page, title)
  await start(addressOf(permits, { layout: 'board', filter: { title } }))
  await page.getByRole('button', { name: `Move ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Start intake review' }).click()
  await expectToast(page, `${title}: Intake review`)
  await expect(page.getByRole('region', { name: 'Intake review', exact: true })).toContainText(title)
})
