import type { Locator, Page } from 'playwright/test'
import {
  addFeed,
  expectProposals,
  feedColumns,
  issuedPermits,
  readUntilProposed,
  startAgency,
} from '../support/feed.ts'
import type { LocalAgency } from '../support/feed.ts'
import { openTab } from '../support/permits.ts'
import { expect, expectPage, list, signInAs, test } from '../support/portal.ts'
import { expectToast, make, read, tick, unique } from '../support/records.ts'

let agency: LocalAgency
test.beforeEach(async ({ page }) => {
  await signInAs(page, 'admin')
  agency = await startAgency(page, unique('Agency'))
})
test.afterEach(() => agency.close())

/** Numbers that no other journey has. */
const numbersOf = (count: number): string[] => {
  const own = unique('N').slice(-8).toUpperCase()
  return Array.from({ length: count }, (_, at) => `${own}-${String(at + 1).padStart(2, '0')} BP`)
}

/** The row of a list that names this. */
const rowOf = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text })

/** Switches the pages of proposals and of permits found to one of their lists. */
async function openList(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path)
  await expectPage(page, heading)
}

test('an administrator sets up a feed, and staff accept one proposal and dismiss another (issue 24)', async ({
  page,
}) => {
  const [done = '', kept = ''] = numbersOf(2)
  const pids = await issuedPermits(page, agency, [done, kept])
  agency.publish([
    { number: done, status: 'Final' },
    { number: kept, status: 'Expired' },
  ])
  await page.goto('/settings/agency-feeds')
  await page.getByRole('button', { name: 'Add feed' }).click()
  const form = page.getByRole('dialog', { name: 'Add feed' })
  await form.getByRole('combobox', { name: 'Agency' }).fill(agency.name)
  await page.getByRole('option', { name: agency.name }).click()
  await form.getByRole('combobox', { name: 'Kind of feed' }).click()
  await page.getByRole('option', { name: 'CSV file' }).click()
  await form.getByRole('textbox', { name: 'Address' }).fill(agency.address)
  await form.getByRole('textbox', { name: 'Permit number' }).fill(feedColumns.number)
  await form.getByRole('textbox', { name: 'Status', exact: false }).first().fill(feedColumns.status)
  await form.getByRole('textbox', { name: 'Issue date' }).fill(feedColumns.issuedDate)
  await form.getByRole('button', { name: 'Try it' }).click()
  await expect(form.getByRole('table', { name: 'First rows' }).getByText(done)).toBeVisible()
  for (const [word, status] of [
    ['Final', 'Closed'],
    ['Expired', 'Expired'],
  ] as const) {
    await form.getByRole('group', { name: word }).getByRole('combobox', { name: 'Status here' }).click()
    await page.getByRole('option', { name: status, exact: true }).click()
  }
  await form.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  const row = rowOf(page, agency.name)
  await row.getByRole('button', { name: 'Read now' }).click()
  await expectProposals(page, pids.get(done) ?? '', 'OPEN', 1)
  await expect(row.getByText('Working', { exact: true })).toBeVisible()

  await openList(page, '/permits/overview/proposals', 'Proposed by agencies')
  const accepted = rowOf(page, `Permit ${done}`)
  await expect(accepted).toContainText(`${agency.name} says “Final”`)
  await accepted.getByRole('button', { name: 'Accept' }).click()
  await expectToast(page, 'Status changed')
  await expect(accepted).toHaveCount(0)
  expect(await read(page, `permits/${pids.get(done)}`)).toMatchObject({ status: 'CLOSED' })

  const drawer = await openTab(
    page,
    `/permits/processed/${pids.get(kept)}`,
    `Permit ${kept}`,
    'Processing status',
  )
  const there = drawer.getByRole('region', { name: 'At the agency' })
  await there.getByRole('button', { name: 'Dismiss' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss this proposal?' })
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Renewed by phone')
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expectToast(page, 'Dismissed')
  await expect(there.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await expect(there).toContainText('Expired')
  expect(await read(page, `permits/${pids.get(kept)}`)).toMatchObject({ status: 'ISSUED' })
  await expectProposals(page, pids.get(kept) ?? '', 'DISMISSED', 1)
})

test('when very many permits would end at once, an administrator releases them, and they are accepted together (issue 24)', async ({
  page,
}) => {
  const numbers = numbersOf(12)
  const pids = await issuedPermits(page, agency, numbers)
  agency.publish(numbers.map((number) => ({ number, status: 'Expired' })))
  await addFeed(page, agency)
  const [first = '', second = '', third = ''] = numbers
  await expectProposals(page, pids.get(first) ?? '', 'HELD', 1)
  const drawer = await openTab(
    page,
    `/permits/processed/${pids.get(first)}`,
    `Permit ${first}`,
    'Processing status',
  )
  await expect(drawer.getByRole('region', { name: 'At the agency' })).toContainText('Held with many others.')

  await page.goto('/settings/agency-feeds')
  const row = rowOf(page, agency.name)
  await expect(row.getByRole('alert')).toContainText('12 permits would end at once.')
  await row.getByRole('button', { name: 'Release all' }).click()
  await expectToast(page, 'Decision saved')
  await expect(row.getByRole('alert')).toHaveCount(0)
  expect((await read(page, `permits/${pids.get(first)}`))['status']).toBe('ISSUED')

  await openList(page, '/permits/overview/proposals', 'Proposed by agencies')
  for (const number of [second, third])
    await tick(page.getByRole('checkbox', { name: `Select Permit ${number}` }))
  await page.getByRole('button', { name: 'Accept selected (2)' }).click()
  await expectToast(page, '2 statuses changed')
  await expect(rowOf(page, `Permit ${second}`)).toHaveCount(0)
  expect(await read(page, `permits/${pids.get(second)}`)).toMatchObject({ status: 'EXPIRED' })
  expect(await read(page, `permits/${pids.get(first)}`)).toMatchObject({ status: 'ISSUED' })
})

test('a permit that an agency has for a client is created with its number, and its feed proposes the status (issue 24)', async ({
  page,
}) => {
  const company = unique('Hill Country Electric')
  await make(page, 'orgs', { legalName: company })
  const [own = '', found = '', foreign = ''] = numbersOf(3)
  await issuedPermits(page, agency, [own])
  agency.publish([
    { number: own, status: 'Active' },
    { number: found, status: 'Active', company: `${company.toUpperCase()}, LLC` },
    { number: foreign, status: 'Active', company: 'Another company' },
  ])
  const source = await addFeed(page, agency, { discovers: true })
  const finds = async () =>
    (await list(page, 'finds', { filter: { state: 'OPEN' }, pageSize: 1_000 })).records.filter(
      ({ authorityNumber }) => authorityNumber === found || authorityNumber === foreign,
    ).length
  await expect.poll(finds).toBe(1)

  await openList(page, '/permits/overview/found', 'Found at the agency')
  const row = rowOf(page, found)
  await expect(row).toContainText(company)
  await row.getByRole('combobox', { name: 'Permit type' }).click()
  await page.getByRole('option', { name: 'Electrical', exact: true }).click()
  await row.getByRole('button', { name: 'Create permit' }).click()
  await expectToast(page, 'Permit created')
  await expect(page.getByRole('dialog', { name: found })).toBeVisible()
  const pid = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  expect(await read(page, `permits/${pid}`)).toMatchObject({
    authorityNumber: found,
    org: { title: company },
    permitType: 'ELECTRICAL',
    status: 'NEW',
  })
  await readUntilProposed(page, source, pid, 1)
  await openList(page, '/permits/overview/found?state=CREATED', 'Found at the agency')
  await expect(rowOf(page, found).getByRole('link', { name: 'Open permit' })).toBeVisible()
})
