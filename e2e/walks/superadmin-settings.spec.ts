import type { Page } from 'playwright/test'
import { StatusMapSettings } from '@portal/contract'
import { expect } from '../support/portal.ts'
import { addressOf, crud, expectToast, unique } from '../support/records.ts'
import { configurationOf, openSettings, putBackConfiguration, saveSettings } from '../support/settings.ts'
import { deskOf } from '../support/people.ts'
import { task } from '../support/walk.ts'

const mapOf = async (page: Page) =>
  StatusMapSettings.parse(await crud(page, { apiPath: 'permit-status-map', method: 'GET' }))

/** Activates the map of that version again. */
async function putBack(page: Page, to: number): Promise<void> {
  const { version } = await mapOf(page)
  await crud(page, {
    apiPath: 'permit-status-map/revert',
    method: 'POST',
    body: { version, to, note: '', remap: {} },
  })
}

/** Changes one number or text of a status, and publishes the map. */
async function editStatus(page: Page, status: string, field: string, value: string): Promise<void> {
  await page
    .getByRole('table', { name: 'All statuses' })
    .getByRole('button', { name: `Edit ${status}`, exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: `Status ${status}` })
  await dialog.getByRole('textbox', { name: field }).fill(value)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Publish this map?' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click()
  await expectToast(page, 'Published')
}

task(
  'superadmin',
  15,
  'Change what clients read of a status',
  'superadmin',
  async ({ page, browser, start }) => {
    const words = unique('No longer valid')
    const { published } = await mapOf(page)
    try {
      await start('/permits/processing')
      await openSettings(page, 'Permit status map')
      await editStatus(page, 'Revoked', 'Client label', words)
      await expect(
        page.getByRole('table', { name: 'All statuses' }).getByRole('row').filter({ hasText: words }),
      ).toContainText('Revoked')
      const client = await deskOf(browser, 'client')
      await client.goto(addressOf('/permits/processed', { filter: { status: 'REVOKED' } }))
      await expect(client.getByRole('button', { name: /^Edit filter Status is / })).toHaveText(
        `Status is ${words}`,
      )
      await client.context().close()
    } finally {
      await putBack(page, published)
    }
  },
)

task('superadmin', 16, 'Change the days a status may take', 'superadmin', async ({ page, start }) => {
  const { published } = await mapOf(page)
  try {
    await start('/permits/processing')
    await openSettings(page, 'Permit status map')
    await editStatus(page, 'In preparation', 'Target days (SLA)', '23')
    await expect(page.getByRole('table', { name: 'Versions' })).toContainText(/target days: .* → 23/)
    expect((await mapOf(page)).statuses.some(({ slaDays }) => slaDays === 23)).toBe(true)
  } finally {
    await putBack(page, published)
  }
})

task(
  'superadmin',
  17,
  'Add a field to permits, and see it in the form',
  'superadmin',
  async ({ page, start }) => {
    const label = unique('Zoning')
    await start('/permits/processing')
    await page.getByRole('button', { name: 'Add field' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a field to Processing permits' })
    await adding.getByRole('textbox', { name: 'Name' }).fill(label)
    await adding.getByRole('button', { name: 'Add field' }).click()
    await expectToast(page, 'Field added')
    await expect(page.getByRole('columnheader', { name: label })).toBeInViewport()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const field = page.getByRole('dialog', { name: 'New permit' }).getByRole('textbox', { name: label })
    await field.scrollIntoViewIfNeeded()
    await expect(field).toBeVisible()
    await removeField(page, label)
  },
)

/** Removes an added field of permits. */
async function removeField(page: Page, label: string): Promise<void> {
  const name =
    (await configurationOf(page)).columns.permits?.find((column) => column.label === label)?.name ?? ''
  await crud(page, { apiPath: `permits/fields/${name}`, method: 'DELETE' })
}

task(
  'superadmin',
  18,
  'Hide a column from everybody’s tables, and show it again',
  'superadmin',
  async ({ page, browser, start }) => {
    const before = await configurationOf(page)
    const team = await deskOf(browser, 'team')
    await team.goto('/permits/processing')
    const column = team.getByRole('columnheader', { name: 'Priority', exact: true })
    await expect(column).toBeAttached()
    try {
      await start('/permits/processing')
      await openSettings(page, 'Columns')
      const shown = page.getByRole('checkbox', { name: 'Priority shown by default', exact: true })
      await shown.setChecked(false)
      await saveSettings(page)
      await expect(column).toHaveCount(0)
      await shown.setChecked(true)
      await saveSettings(page)
      await expect(column).toBeAttached()
    } finally {
      await putBackConfiguration(page, before)
      await team.context().close()
    }
  },
)

task('superadmin', 19, 'Remove an added field, and restore it', 'superadmin', async ({ page, start }) => {
  const label = unique('Parcel')
  const name = `parcel${label.slice(-8)}`
  await crud(page, { apiPath: 'permits/fields', method: 'POST', body: { name, label, type: 'text' } })
  await start('/permits/processing')
  await openSettings(page, 'Columns')
  await page.getByRole('button', { name: `Remove field ${label}` }).click()
  const question = page.getByRole('alertdialog', { name: `Remove the field ${label}?` })
  await expect(question).toContainText('No records have a value in this field.')
  await question.getByRole('button', { name: 'Remove field' }).click()
  await expectToast(page, 'Field removed')
  await page.getByRole('button', { name: `Restore ${label}` }).click()
  await expectToast(page, 'Field restored')
  await expect(page.getByRole('textbox', { name: `Heading of custom.${name}` })).toHaveValue(label)
  await removeField(page, label)
})

task('superadmin', 20, 'Change name and time zone of the office', 'superadmin', async ({ page, start }) => {
  const before = await configurationOf(page)
  const name = unique('Permit office')
  try {
    await start('/permits/processing')
    await openSettings(page)
    await page.getByRole('textbox', { name: 'Office name' }).fill(name)
    const zone = page.getByRole('combobox', { name: 'Office time zone' })
    await zone.fill('Denver')
    await page.getByRole('option', { name: /^America\/Denver/ }).click()
    await saveSettings(page)
    await expect(zone).toHaveValue('America/Denver')
    const after = await configurationOf(page)
    expect([after.settings.officeName, after.timeZone]).toEqual([name, 'America/Denver'])
  } finally {
    await putBackConfiguration(page, before)
  }
})

task('superadmin', 21, 'Give the office a new main mail address', 'superadmin', async ({ page, start }) => {
  const before = await configurationOf(page)
  const address = `desk.${Date.now()}@portal.example`
  try {
    await start('/permits/processing')
    await openSettings(page)
    await page.getByRole('textbox', { name: 'New address' }).fill(address)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: `Make ${address} the main address` }).click()
    await saveSettings(page)
    const first = page.getByRole('list', { name: 'Email addresses' }).getByRole('listitem').first()
    await expect(first).toContainText(address)
    await expect(first).toContainText('main address')
    await expect(first).not.toContainText('not active')
    expect((await configurationOf(page)).settings.emailIds[0]).toBe(address)
  } finally {
    await putBackConfiguration(page, before)
  }
})

task(
  'superadmin',
  22,
  'See how much storage is in use, and by whom',
  'superadmin',
  async ({ page, start }) => {
    await start('/permits/processing')
    await openSettings(page)
    await page.getByRole('heading', { name: 'Storage used' }).scrollIntoViewIfNeeded()
    const largest = page.getByRole('table', { name: 'Clients with most storage used' })
    await expect(largest.getByRole('row').nth(1)).toContainText(/[\d.]+ (?:kB|MB|GB) of [\d.]+ GB/)
    await expect(page.getByText(/^[\d.,]+ [kMGT]B of [\d.,]+ [kMGT]B$/).first()).toBeVisible()
    await largest.scrollIntoViewIfNeeded()
  },
)
