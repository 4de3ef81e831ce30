import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { deskOf, freshEmail, today } from '../support/people.ts'
import { because, take } from '../support/permits.ts'
import { expect, expectPage, list, test } from '../support/portal.ts'
import { crud, expectToast, make, read, unique } from '../support/records.ts'
import { configurationOf, openSettings, putBackConfiguration } from '../support/settings.ts'
import { task } from '../support/walk.ts'

const openPage = async (page: Page, label: string) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click()
  await expectPage(page, label)
}

const openAudit = async (page: Page) => {
  await openPage(page, 'Users')
  await page.getByRole('tab', { name: 'Audit' }).click()
}

/** Filters the audit by one kind of event. */
async function chooseKind(page: Page, kind: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.getByRole('option', { name: kind, exact: true }).click()
}

/** Changes the office's name through the API, and restores it. */
async function givenChangedSetting(page: Page, officeName: string): Promise<void> {
  const kept = await configurationOf(page)
  await crud(page, {
    apiPath: 'config',
    method: 'PATCH',
    body: { ...kept, settings: { ...kept.settings, officeName } },
  })
  await putBackConfiguration(page, kept)
}

task('superadmin', 23, 'Find out who changed a setting, and when', 'superadmin', async ({ page, start }) => {
  const name = unique('Another office')
  await givenChangedSetting(page, name)
  await start('/permits/processing')
  await openAudit(page)
  await chooseKind(page, 'Configuration')
  const line = page
    .getByRole('list', { name: 'Audit' })
    .getByRole('listitem')
    .filter({ hasText: `→ ${name}` })
  await expect(line).toContainText(/saved the settings, version \d+\. Office name: /)
})

task(
  'superadmin',
  24,
  'Narrow the audit to one person and one day',
  'superadmin',
  async ({ page, start }) => {
    const name = unique('Ona')
    const pid = await make(page, 'users', { name, email: freshEmail('ona'), role: 'team' })
    const day = await today(page)
    await start('/permits/processing')
    await openAudit(page)
    await page.getByRole('combobox', { name: 'Person' }).fill(name)
    await page.getByRole('option', { name }).click()
    await page.getByLabel('From', { exact: true }).fill(day)
    await page.getByLabel('To', { exact: true }).fill(day)
    const lines = page.getByRole('list', { name: 'Audit' }).getByRole('listitem')
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText(`added ${name}`)
    expect(page.url()).toContain(pid)
  },
)

task(
  'superadmin',
  25,
  'Export the changes of roles from the audit',
  'superadmin',
  async ({ page, start }) => {
    const name = unique('Ria')
    await make(page, 'users', { name, email: freshEmail('ria'), role: 'team' })
    await start('/permits/processing')
    await openAudit(page)
    await chooseKind(page, 'Role or status')
    await expect(page.getByRole('list', { name: 'Audit' }).getByText(name).first()).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    expect(await readFile(await file.path(), 'utf8')).toContain(name)
  },
)

task('superadmin', 26, 'See which pages and fields clients see', 'superadmin', async ({ page, start }) => {
  await start('/permits/processing')
  await openSettings(page, 'Roles and pages')
  await expect(page.getByLabel('Mails, Client', { exact: true })).not.toBeChecked()
  await expect(page.getByLabel('Client Tasks, Client', { exact: true })).toBeChecked()
  await page.getByRole('tab', { name: 'Columns' }).click()
  const row = page
    .getByRole('table', { name: 'Columns of Processing permits' })
    .getByRole('row')
    .filter({
      has: page
        .getByRole('rowheader')
        .filter({ has: page.getByLabel('Heading of priority', { exact: true }) }),
    })
  await expect(page.getByRole('columnheader', { name: 'Visible to clients' })).toBeVisible()
  await expect(row.getByRole('cell', { name: 'No', exact: true })).toBeVisible()
})

task(
  'superadmin',
  27,
  'Make an organization, and invite its client person',
  'superadmin',
  async ({ page, start }) => {
    const [firm, name, email] = [unique('Harbor Builders'), unique('Nell'), freshEmail('nell')]
    await start('/permits/processing')
    await openPage(page, 'Organizations')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'New organization' })
    await form.getByRole('textbox', { name: 'Legal name' }).fill(firm)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('dialog', { name: firm, exact: true })).toBeVisible()
    await openPage(page, 'Users')
    await page.getByRole('tab', { name: 'Invitations' }).click()
    await page.getByRole('button', { name: 'Invite a person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite a person' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: /^Client/ }).click()
    await dialog.getByRole('combobox', { name: 'Organization' }).fill(firm)
    await page.getByRole('option', { name: firm }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    const invitation = page.getByRole('dialog', { name: `Invitation for ${name}` })
    await expect(invitation.getByRole('textbox', { name: 'Link' })).toHaveValue(/^http/)
    const [person] = (await list(page, 'users', { filter: { email } })).records
    expect(person).toMatchObject({ role: 'client', status: 'INVITED', org: { title: firm } })
  },
)

test.describe('when the server refuses', () => {
  test.use({ expectedConsole: /409 \(Conflict\)/ })

  task(
    'superadmin',
    28,
    'Suspend an organization, and see what it stops',
    'superadmin',
    async ({ page, start }) => {
      const firm = unique('Stone Works')
      const pid = await make(page, 'orgs', { legalName: firm })
      await start('/permits/processing')
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').getByRole('combobox').fill(firm)
      await page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name: firm }).first().click()
      const drawer = page.getByRole('dialog', { name: firm, exact: true })
      await drawer.getByRole('tab', { name: 'Processing status' }).click()
      await take(page, drawer, 'Suspend', firm, because('Insurance has lapsed'))
      await expect(drawer.getByText('Suspended').first()).toBeVisible()
      expect(await read(page, `orgs/${pid}`)).toMatchObject({
        status: 'SUSPENDED',
        suspendedReason: 'Insurance has lapsed',
      })
      await openPage(page, 'Processing permits')
      await page.getByRole('button', { name: 'New', exact: true }).click()
      const form = page.getByRole('dialog', { name: 'New permit' })
      await form.getByRole('textbox', { name: 'Title' }).fill(unique('Shed'))
      await form.getByRole('combobox', { name: 'Client' }).fill(firm)
      await page.getByRole('option', { name: firm }).first().click()
      await form.getByRole('combobox', { name: 'Permit type' }).selectOption({ label: 'Roofing' })
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText(`${firm} is suspended. New records can’t be added.`).first()).toBeVisible()
    },
  )
})

task('superadmin', 29, 'Restore what a colleague deleted', 'superadmin', async ({ page, browser, start }) => {
  const title = unique('Roof survey')
  const admin = await deskOf(browser, 'admin')
  const pid = await make(admin, 'tasks', { title })
  await crud(admin, { apiPath: `tasks/${pid}`, method: 'DELETE' })
  await admin.context().close()
  await start('/permits/processing')
  await openPage(page, 'Tasks')
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('button', { name: 'Deleted', exact: true }).click()
  await page
    .getByRole('table', { name: 'Deleted from Tasks' })
    .getByRole('button', { name: `Restore ${title}` })
    .click()
  await expectToast(page, '1 restored', title)
  expect((await read(page, `tasks/${pid}`))['title']).toBe(title)
})

task('superadmin', 30, 'See whether the portal is well', 'superadmin', async ({ page, start }) => {
  await start('/permits/processing')
  await openSettings(page)
  const safety = page.getByRole('heading', { name: 'File safety' })
  await safety.scrollIntoViewIfNeeded()
  await expect(page.getByText('Enough space')).toBeVisible()
  await expect(page.getByText('On: removed 30 days after deletion')).toBeVisible()
  await page.getByRole('tab', { name: 'Modules' }).click()
  await expect(page.getByText('No module errors while loading in the last 30 days.')).toBeVisible()
  await page.getByText('No module errors while loading in the last 30 days.').scrollIntoViewIfNeeded()
})
