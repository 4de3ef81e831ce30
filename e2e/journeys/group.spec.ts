import type { Locator } from 'playwright/test'
import { Groups, GroupedPage } from '@portal/contract'
import { expect, test } from '../support/portal.ts'
import {
  amount,
  choose,
  closeMenu,
  columnTexts,
  countOf,
  crud,
  expectCount,
  inAddress,
  number,
  openMenu,
  openRecords,
} from '../support/records.ts'

const rowOf = (grid: Locator, value: string) =>
  grid.getByRole('row').filter({
    has: grid.page().getByRole('button', { name: new RegExp(`^(Expand|Collapse) group ${value}$`) }),
  })
const expander = (grid: Locator, value: string) =>
  grid.getByRole('button', { name: new RegExp(`^(Expand|Collapse) group ${value}$`) })

test('records are grouped by up to three fields with counts and sums; groups stay open (specification.md 4)', async ({
  page,
}) => {
  const grid = await openRecords(page, 'team', 'Payments', '/payments')
  const all = await countOf(page, 'payments')
  const response = await crud(page, {
    apiPath: 'payments/groups',
    method: 'GET',
    query: { groupBy: 'status', sum: 'total' },
  })
  const { groups } = Groups.parse(response)
  const paid = groups.find(({ key }) => key['status'] === 'PAID')
  if (paid === undefined) throw new Error('No payment is paid')

  const menu = await openMenu(page, 'Group')
  await choose(menu, 'Group by', 'Status')
  await closeMenu(page)
  await expectCount(page, all)
  await expect(grid.getByRole('button', { name: /^Expand group/ })).toHaveCount(groups.length)
  const row = rowOf(grid, 'Paid')
  await expect(row).toContainText(`(${number(paid.count)})`)
  await expect(row).toContainText(amount(paid.sums['total'] ?? 0))

  await expander(grid, 'Paid').click()
  await expect(expander(grid, 'Paid')).toHaveAttribute('aria-expanded', 'true')
  await expect(grid.getByText(/^PY-/).first()).toBeVisible()
  expect(inAddress(page, 'open')).toBe('[["PAID"]]')

  await grid.getByRole('columnheader', { name: 'Total' }).click()
  await expect(grid.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(expander(grid, 'Paid')).toHaveAttribute('aria-expanded', 'true')
  const cheapest = (await columnTexts(grid, 'total')).filter((text) => text !== '')
  expect(cheapest.length).toBeGreaterThan(2)

  const filter = { kind: ['FEE'] }
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filterMenu = page.getByRole('dialog', { name: 'Filter' })
  await choose(filterMenu, 'Add condition', 'Kind')
  await filterMenu.getByRole('checkbox', { name: 'Fee', exact: true }).check()
  await expectCount(page, await countOf(page, 'payments', { filter }))
  await closeMenu(page)
  await expect(expander(grid, 'Paid')).toHaveAttribute('aria-expanded', 'true')
  await page.reload()
  await expect(expander(grid, 'Paid')).toHaveAttribute('aria-expanded', 'true')
  await expectCount(page, await countOf(page, 'payments', { filter }))
  await expander(grid, 'Paid').click()
  await expect(expander(grid, 'Paid')).toHaveAttribute('aria-expanded', 'false')
  await expect(grid.getByText(/^PY-/)).toHaveCount(0)
})

test('groups are nested at most three levels deep, each with its own count (issue 3)', async ({ page }) => {
  const grid = await openRecords(page, 'team', 'Payments', '/payments')
  const all = await countOf(page, 'payments')
  const menu = await openMenu(page, 'Group')
  await choose(menu, 'Group by', 'Status')
  await choose(menu, 'Then by', 'Kind')
  await choose(menu, 'Then by', 'Fee code')
  await expect(menu.getByText('Maximum 3 fields.')).toBeVisible()
  await menu.getByRole('button', { name: 'Expand all' }).click()
  await closeMenu(page)
  await expectCount(page, all)
  expect(inAddress(page, 'group')).toBe('status,kind,feeCode')

  const query = { groupBy: 'status,kind,feeCode', lines: true, open: 'all', page: 1 }
  const { lines } = GroupedPage.parse(await crud(page, { apiPath: 'payments/groups', method: 'GET', query }))
  const headers = lines.flatMap((line) => (line.kind === 'group' ? [line] : []))
  expect(headers.slice(0, 3).map(({ depth }) => depth)).toEqual([0, 1, 2])
  const drawn = grid.getByRole('row').filter({ has: page.getByRole('button', { name: /^Collapse group/ }) })
  const counts = async () => (await drawn.allTextContents()).map((text) => /\(([\d,]+)\)/.exec(text)?.[1])
  await expect
    .poll(async () => (await counts()).slice(0, 3))
    .toEqual(headers.slice(0, 3).map(({ count }) => number(count)))
  const name = (await drawn.first().getByRole('button').getAttribute('aria-label')) ?? ''
  await drawn.first().getByRole('button').click()
  const closed = grid.getByRole('button', { name: name.replace('Collapse', 'Expand'), exact: true })
  await expect(closed).toHaveAttribute('aria-expanded', 'false')
  await expectCount(page, all)
})
