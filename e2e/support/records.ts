import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import type { Role } from '@portal/contract'
import { expect, expectPage, list, signInAs } from './portal.ts'

interface Call {
  apiPath: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: object
  body?: object
}

/** One inner call with the page's own session. Throws when it fails. */
export async function crud(page: Page, call: Call): Promise<unknown> {
  const response = await page.request.post('/api/crud', { data: call })
  const text = await response.text()
  if (!response.ok()) throw new Error(`${call.method} ${call.apiPath} answered ${response.status()}: ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** Creates a record; returns its pid. */
export async function make(page: Page, collection: string, body: object): Promise<string> {
  return String(Reflect.get(Object(await crud(page, { apiPath: collection, method: 'POST', body })), 'pid'))
}

/** Creates several records in order. */
export async function makeAll(page: Page, collection: string, bodies: readonly object[]): Promise<string[]> {
  const pids: string[] = []
  for (const body of bodies) pids.push(await make(page, collection, body))
  return pids
}

/** Imports a table through the API, to create many records quickly. */
export async function importCsv(page: Page, collection: string, csv: string): Promise<void> {
  const file = { name: 'records.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  const response = await page.request.post(`/api/import/${collection}`, {
    multipart: { dryRun: 'false', file },
  })
  const id = String(Reflect.get(Object(Reflect.get(Object(await response.json()), 'job')), 'id'))
  const state = async (): Promise<unknown> =>
    Reflect.get(Object(await (await page.request.get(`/api/jobs/${id}`)).json()), 'state')
  await expect.poll(state).toBe('done')
}

/** The stored state of one record. */
export async function read(page: Page, apiPath: string): Promise<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(Object(await crud(page, { apiPath, method: 'GET' }))))
}

export async function countOf(page: Page, apiPath: string, query: object = {}): Promise<number> {
  return (await list(page, apiPath, { pageSize: 1, ...query })).count
}

/** A unique word, by which a journey finds the records it created. */
export const unique = (word: string): string => `${word} ${randomUUID().slice(0, 8)}`

export const number = (value: number): string => value.toLocaleString('en-US')
export const amount = (minorUnits: number): string =>
  (minorUnits / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** An address with the table's state; objects become JSON. */
export function addressOf(path: string, state: Readonly<Record<string, string | object>>): string {
  const query = new URLSearchParams({ page: '1' })
  for (const [key, value] of Object.entries(state))
    query.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  return `${path}?${query.toString()}`
}

/** The current value of a query parameter of the address. */
export const inAddress = (page: Page, key: string): string | null => new URL(page.url()).searchParams.get(key)

/** The table of a page, also while a menu is open over it. */
export const gridOf = (page: Page, label: string): Locator =>
  page.getByRole('grid', { name: label, exact: true, includeHidden: true })

/** Signs in and opens a page of records; returns its grid. */
export async function openRecords(page: Page, role: Role, label: string, address: string): Promise<Locator> {
  await signInAs(page, role)
  await page.goto(address)
  await expectPage(page, label)
  const grid = gridOf(page, label)
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  return grid
}

/** Waits until the page announces this number of records. */
export async function expectCount(
  page: Page,
  count: number,
  options: { timeout?: number } = {},
): Promise<void> {
  const words = count === 1 ? '1 record' : `${number(count)} records`
  await expect(page.getByRole('status').filter({ hasText: /\d records?$/ })).toHaveText(words, options)
}

/** Opens a menu of the toolbar, which stays open; returns it. */
export async function openMenu(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('dialog', { name, exact: true })
}

/** Closes a menu by key, like a user who has just used it: the focus is still in it. */
export async function closeMenu(page: Page): Promise<void> {
  const menu = page.locator('.MuiPopover-root')
  await expect(menu.locator(':focus')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
}

/** The toast with this title and, when given, this description. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toasts = page.getByRole('log', { name: 'Status messages' })
  await expect(toasts.getByText(title, { exact: true })).toBeVisible()
  if (description !== undefined) await expect(toasts.getByText(description, { exact: true })).toBeVisible()
}

/** The cell texts of one column from top to bottom, for the rendered rows. */
export async function columnTexts(grid: Locator, field: string): Promise<string[]> {
  return grid.locator(`[role=gridcell][data-field="${field}"]`).allTextContents()
}

/** The labels of the visible columns, from left to right. */
export async function headerTexts(grid: Locator): Promise<string[]> {
  const texts = await grid.locator('[role=columnheader] .MuiDataGrid-columnHeaderTitle').allTextContents()
  return texts.filter((text) => text !== '')
}

/**
 * Selects the checkbox of a record. The table renders the check asynchronously, so on a busy machine it may
 * appear later.
 */
export async function tick(box: Locator): Promise<void> {
  await box.click()
  await expect(box).toBeChecked()
}

/** Selects an option in an autocomplete by typing and clicking. */
export async function choose(within: Locator, name: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name, exact: true }).click()
  await within.page().getByRole('listbox').getByRole('option', { name: option, exact: true }).click()
}
