import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { expect, signInAs, test } from '../support/portal.ts'
import {
  addressOf,
  choose,
  closeMenu,
  columnTexts,
  crud,
  expectCount,
  expectToast,
  makeAll,
  openMenu,
  openRecords,
  unique,
} from '../support/records.ts'

test('an added field is available immediately in table, drawer, filter, sort, groups, New, export and import (issue 3)', async ({
  page,
}) => {
  const tag = unique('Firm')
  const label = unique('Tier')
  await openRecords(page, 'admin', 'Organizations', '/organizations')
  const names = ['A', 'B', 'C'].map((letter) => `${tag} ${letter}`)
  const pids = await makeAll(
    page,
    'orgs',
    names.map((legalName) => ({ legalName })),
  )
  await page.goto(addressOf('/organizations', { filter: { legalName: { startsWith: tag } } }))
  await expectCount(page, 3)
  const grid = page.getByRole('grid', { name: 'Organizations' })

  await page.getByRole('button', { name: 'Add field' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a field to Organizations' })
  await adding.getByRole('textbox', { name: 'Name' }).fill(label)
  await adding.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Single select' }).click()
  await adding.getByRole('textbox', { name: 'Options, one per line' }).fill('Gold\nSilver')
  await adding.getByRole('button', { name: 'Add field' }).click()
  await expectToast(page, 'Field added')
  await expect(adding).toHaveCount(0)
  const header = grid.getByRole('columnheader', { name: label })
  await header.scrollIntoViewIfNeeded()
  await expect(header).toBeVisible()
  const field = (await header.getAttribute('data-field')) ?? ''
  expect(field).toMatch(/^custom\./)

  await grid.getByText(`${tag} A`).click()
  const drawer = page.getByRole('dialog', { name: `${tag} A`, exact: true })
  await drawer.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  await drawer.getByRole('combobox', { name: label }).selectOption({ label: 'Silver' })
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Record updated successfully.')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(grid.getByRole('row').filter({ hasText: `${tag} A` })).toContainText('Silver')
  const key = field.replace('custom.', '')
  await crud(page, { apiPath: `orgs/${pids[2] ?? ''}`, method: 'PATCH', body: { custom: { [key]: 'Gold' } } })
  await expect(grid.getByRole('row').filter({ hasText: `${tag} C` })).toContainText('Gold')

  const sort = await openMenu(page, 'Sort')
  await choose(sort, 'Sort by', label)
  await closeMenu(page)
  await expect
    .poll(async () => (await columnTexts(grid, 'legalName')).map((name) => name.slice(-1)).slice(0, 2))
    .toEqual(['C', 'A'])

  const group = await openMenu(page, 'Group')
  await choose(group, 'Group by', label)
  await closeMenu(page)
  for (const value of ['Gold', 'Silver'])
    await expect(grid.getByRole('button', { name: `Expand group ${value}` })).toBeVisible()
  await page.goto(
    addressOf('/organizations', { filter: { legalName: { startsWith: tag } }, order: `legalName,${field}` }),
  )
  await expectCount(page, 3)

  const filter = await openMenu(page, 'Filter')
  await choose(filter, 'Add condition', label)
  const values = filter.getByRole('group', { name: `Choose values: ${label}` })
  await expect(values.getByRole('checkbox', { name: 'Silver', exact: true })).toHaveAccessibleDescription('1')
  await values.getByText('Silver', { exact: true }).click()
  await expectCount(page, 1)
  await closeMenu(page)
  await page
    .getByRole('group', { name: 'Filters' })
    .getByRole('button', { name: new RegExp(`^Remove filter ${label}`) })
    .click()
  await expectCount(page, 3)

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const path = await (await download).path()
  const [columns = [], ...lines]: string[][] = parse(await readFile(path))
  const at = columns.indexOf(label)
  expect(at).toBeGreaterThan(0)
  expect(lines.map((cells) => cells[at] ?? '').toSorted()).toEqual(['', 'Gold', 'Silver'])

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const importing = page.getByRole('dialog', { name: 'Import Organizations' })
  const file = Buffer.from(`Legal name,${label}\n${tag} D,Gold\n`)
  await importing
    .getByLabel('File to import')
    .setInputFiles({ name: 'firms.csv', mimeType: 'text/csv', buffer: file })
  await expect(importing.getByRole('row').filter({ hasText: label })).toContainText('Gold')
  await importing.getByRole('button', { name: 'Preview' }).click()
  await importing.getByRole('button', { name: 'Import 1 record' }).click()
  await expectToast(page, '1 record imported')
  await importing.getByRole('button', { name: 'Close' }).click()
  await expect(grid.getByRole('row').filter({ hasText: `${tag} D` })).toContainText('Gold')

  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(
    page.getByRole('dialog', { name: 'New organization' }).getByRole('combobox', { name: label }),
  ).toBeVisible()
})

for (const [locale, add, create] of [
  ['en-US', 'Add field', 'New'],
  ['es-US', 'Agregar campo', 'Nuevo'],
] as const) {
  test.describe(() => {
    test.use({ locale, viewport: { width: 390, height: 844 } })

    test(`on a phone in ${locale} every button above the table is beside New`, async ({ page }) => {
      await signInAs(page, 'superadmin')
      await page.goto('/permits/processing')
      const field = page.getByRole('button', { name: add, exact: true })
      await field.scrollIntoViewIfNeeded()
      const last = await page.getByRole('button', { name: create, exact: true }).boundingBox()
      const before = await field.boundingBox()
      expect((before?.x ?? 390) + (before?.width ?? 0)).toBeLessThanOrEqual(last?.x ?? 0)
      expect((last?.x ?? 390) + (last?.width ?? 0)).toBeLessThanOrEqual(390)
    })
  })
}
