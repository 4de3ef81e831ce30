import type { Locator, Page } from 'playwright/test'
import writeXlsxFile from 'write-excel-file/node'
import { expect, list, test } from '../support/portal.ts'
import { countOf, expectCount, expectToast, openRecords, unique } from '../support/records.ts'

interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

async function openImport(page: Page, label: string, file: Upload): Promise<Locator> {
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Import ${label}` })
  await dialog.getByLabel('File to import').setInputFiles(file)
  return dialog
}

async function map(dialog: Locator, field: string, column: string): Promise<void> {
  await dialog.getByRole('combobox', { name: field, exact: true }).click()
  await dialog.page().getByRole('option', { name: column, exact: true }).click()
}

const csvFile = (name: string, text: string): Upload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

test('a workbook is imported with progress, and its links are resolved by their numbers (issue 3)', async ({
  page,
}) => {
  const tag = unique('Workbook')
  const grid = await openRecords(page, 'admin', 'Tasks', '/tasks')
  const [permit] = (await list(page, 'permits', { pageSize: 1 })).records
  const header = ['Title', 'Priority', 'Due date', 'Permit', 'Remarks'].map((value) => ({ value }))
  const rows = Array.from({ length: 1200 }, (_, place) => [
    { value: `${tag} ${String(place + 1).padStart(4, '0')}` },
    { value: place % 2 === 0 ? 'High' : 'LOW' },
    { value: new Date(Date.UTC(2026, 11, 1 + (place % 28))), format: 'yyyy-mm-dd' },
    { value: String(permit?.['refNo']) },
    { value: 'kept out' },
  ])
  const buffer = await writeXlsxFile([header, ...rows]).toBuffer()
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const dialog = await openImport(page, 'Tasks', { name: 'tasks.xlsx', mimeType, buffer })
  await expect(dialog.getByRole('row').filter({ hasText: 'Title' })).toContainText(`${tag} 0001`)
  await expect(dialog.getByRole('row').filter({ hasText: 'Due date' })).toContainText('2026-12-01')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('1,200 records will be created.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1,200 records' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expectToast(page, '1,200 records imported')
  await dialog.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('searchbox', { name: 'Search' }).fill(`${tag} 0001`)
  await expectCount(page, 1)
  await grid.getByText(`${tag} 0001`).click()
  const drawer = page.getByRole('dialog', { name: `${tag} 0001` })
  await expect(drawer.getByRole('link', { name: String(permit?.['title']) })).toBeVisible()
  await expect(drawer).toContainText('Dec 1, 2026')
  expect(await countOf(page, 'tasks', { filter: { title: { startsWith: tag }, priority: 'HIGH' } })).toBe(600)
})

test('an unknown schema gets a mapping to fill in; a file that is not a table is rejected (issue 3)', async ({
  page,
}) => {
  const tag = unique('Elsewhere')
  await openRecords(page, 'admin', 'Organizations', '/organizations')
  const dialog = await openImport(page, 'Organizations', {
    name: 'picture.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
  })
  await expect(dialog.getByRole('alert')).toContainText('Not a CSV or XLSX file')
  await dialog
    .getByLabel('File to import')
    .setInputFiles(csvFile('code.tsv', `kode\tnavn\n1\t${tag} A/S\n2\t${tag} ApS\n`))
  await expect(dialog.getByText('No columns matched.')).toBeVisible()
  await expect(dialog.getByText('Required: Legal name.')).toBeVisible()
  await map(dialog, 'Legal name', 'navn')
  await expect(dialog.getByRole('row').filter({ hasText: 'Legal name' })).toContainText(
    `${tag} A/S · ${tag} ApS`,
  )
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Import 2 records' }).click()
  await expectToast(page, '2 records imported')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(tag)
  await expectCount(page, 2)
})

test('unknown terms are mapped, missing clients are created, and the whole import is undone', async ({
  page,
}) => {
  const tag = unique('Foreign')
  await openRecords(page, 'admin', 'Processing permits', '/permits/processing')
  const rows = Array.from(
    { length: 6 },
    (_, n) => `${tag} ${n},${tag} Ltd,Building,${n < 4 ? 'Offen' : 'In review'}`,
  )
  const dialog = await openImport(
    page,
    'Processing permits',
    csvFile('foreign.csv', `Name,Client,Permit type,Status\n${rows.join('\n')}\n`),
  )
  await dialog.getByRole('button', { name: 'Show all fields' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Balance', exact: true })).toHaveCount(0)
  await map(dialog, 'Status', 'Status')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('0 records will be created.')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'In review' }).first()).toContainText('matched')
  await map(dialog, 'Status: value for “Offen”', 'Under review')
  await dialog.getByRole('checkbox', { name: 'Create 1 new client' }).check()
  await dialog.getByRole('button', { name: 'Preview again' }).click()
  await dialog.getByRole('button', { name: 'Import 6 records' }).click()
  await expectToast(page, '6 records imported')
  await expect(dialog.getByText('1 client created.')).toBeVisible()
  expect(
    await countOf(page, 'permits', { filter: { title: { startsWith: tag }, status: 'UNDER_REVIEW' } }),
  ).toBe(6)
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await expect(dialog.getByText('7 records deleted.')).toBeVisible()
  expect(await countOf(page, 'permits', { filter: { title: { startsWith: tag } } })).toBe(0)
})
