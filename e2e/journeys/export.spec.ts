import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright/test'
import { readSheet } from 'read-excel-file/node'
import { expect, list, test } from '../support/portal.ts'
import { addressOf, countOf, expectCount, makeAll, openRecords, unique } from '../support/records.ts'

/** The file the browser saves when a format is selected in the menu. */
async function exportAs(page: Page, format: 'CSV' | 'XLSX'): Promise<{ name: string; path: string }> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: format }).click()
  const file = await download
  return { name: file.suggestedFilename(), path: await file.path() }
}

const titleOf = (value: unknown): string => String(Reflect.get(Object(value), 'title') ?? '')

test('an exported file has the records and columns of the view in its order, in both formats (contract.md 10.2)', async ({
  page,
}) => {
  const filter = { status: ['PAID'], total: { gte: 20_000 } }
  const order = 'total,refNo,org,paidAt'
  const hide = 'kind,status,permit,feeCode,description,dueDate'
  await openRecords(
    page,
    'team',
    'Payments',
    addressOf('/payments', { filter, sort: '-total,refNo', order, hide }),
  )
  const { count, records } = await list(page, 'payments', { filter, sort: '-total,refNo', pageSize: 1000 })
  await expectCount(page, count)
  expect(count).toBe(await countOf(page, 'payments', { filter }))

  const csv = await exportAs(page, 'CSV')
  expect(csv.name).toMatch(/^payments-\d{4}-\d{2}-\d{2}\.csv$/)
  const [header, ...lines]: string[][] = parse(await readFile(csv.path))
  expect(header).toEqual(['Total', 'Number', 'Client', 'Paid on'])
  expect(lines).toHaveLength(count)
  expect(lines.slice(0, records.length).map((cells) => cells.slice(0, 3))).toEqual(
    records.map(({ total, refNo, org }) => [(Number(total) / 100).toFixed(2), String(refNo), titleOf(org)]),
  )
  for (const [, , , paidAt = ''] of lines)
    expect(paidAt).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/)

  const workbook = await exportAs(page, 'XLSX')
  expect(workbook.name).toMatch(/\.xlsx$/)
  const rows = await readSheet(workbook.path)
  expect(rows[0]).toEqual(['Total', 'Number', 'Client', 'Paid on'])
  expect(rows.slice(1).map((row) => row.slice(0, 3))).toEqual(
    lines.map(([total, refNo, org]) => [Number(total), refNo, org]),
  )
})

test('search results are exported too, formulas are escaped, and the file can be imported again (contract.md 10.2)', async ({
  page,
}) => {
  const tag = unique('Formula')
  const titles = [`=1+2 ${tag}`, `+49 30 ${tag}`, `-cmd ${tag}`, `@SUM ${tag}`, `plain, "quoted" ${tag}`]
  await openRecords(page, 'admin', 'Tasks', '/tasks')
  await makeAll(
    page,
    'tasks',
    titles.map((title) => ({ title })),
  )
  await page.goto(addressOf('/tasks', { q: tag, sort: 'title', order: 'dueDate,title,status' }))
  await expectCount(page, titles.length)
  const expected = titles.map((title) => (/^[=+\-@]/.test(title) ? `'${title}` : title)).toSorted()
  const csv = await exportAs(page, 'CSV')
  const [, ...lines]: string[][] = parse(await readFile(csv.path))
  expect(lines.map(([, title = '']) => title).toSorted()).toEqual(expected)
  const workbook = await exportAs(page, 'XLSX')
  const rows = await readSheet(workbook.path)
  const written = rows.slice(1).map(([, title]) => String(title))
  expect(written.toSorted()).toEqual(expected)

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByLabel('File to import').setInputFiles(workbook.path)
  const mapping = page.getByRole('dialog', { name: 'Import Tasks' })
  await expect(mapping.getByRole('row').filter({ hasText: 'Title' })).toContainText(
    written.slice(0, 3).join(' · '),
  )
  await expect(mapping.getByRole('row').filter({ hasText: 'Status' })).toContainText('Open · Open · Open')
})
