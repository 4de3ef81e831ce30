import { expect, list, test } from '../support/portal.ts'
import {
  addressOf,
  amount,
  choose,
  closeMenu,
  columnTexts,
  countOf,
  expectCount,
  inAddress,
  number,
  openMenu,
  openRecords,
} from '../support/records.ts'

test('a filter is built from values with counts; chips, address and reload keep it (contract.md 9, look.md 3)', async ({
  page,
}) => {
  const grid = await openRecords(page, 'team', 'Payments', '/payments')
  await expectCount(page, await countOf(page, 'payments'))

  const menu = await openMenu(page, 'Filter')
  await choose(menu, 'Add condition', 'Status')
  const values = menu
    .getByRole('group', { name: 'Status', exact: true })
    .getByRole('group', { name: 'Choose values: Status' })
  const paid = await countOf(page, 'payments', { filter: { status: 'PAID' } })
  await expect(values.getByRole('checkbox', { name: 'Paid', exact: true })).toHaveAccessibleDescription(
    number(paid),
  )
  await values.getByText('Paid', { exact: true }).click()
  await expectCount(page, paid)
  await values.getByText('Overdue', { exact: true }).click()
  await expectCount(page, await countOf(page, 'payments', { filter: { status: ['PAID', 'OVERDUE'] } }))

  await choose(menu, 'Add condition', 'Total')
  const total = menu.getByRole('group', { name: 'Total', exact: true })
  await expect(total.getByLabel('Operator')).toHaveValue('gte')
  await total.getByLabel('Value').fill('250')
  const filter = { status: ['PAID', 'OVERDUE'], total: { gte: 25_000 } }
  const both = await countOf(page, 'payments', { filter })
  await expectCount(page, both)
  await menu.getByLabel('Match').selectOption({ label: 'Match any' })
  await expectCount(page, await countOf(page, 'payments', { filter, match: 'any' }))
  expect(inAddress(page, 'match')).toBe('any')
  await menu.getByLabel('Match').selectOption({ label: 'Match all' })
  await expectCount(page, both)
  expect(JSON.parse(inAddress(page, 'filter') ?? '')).toEqual(filter)

  await closeMenu(page)
  const chips = page.getByRole('group', { name: 'Filters' })
  await expect(
    chips.getByRole('button', { name: 'Edit filter Status is any of Paid, Overdue' }),
  ).toBeVisible()
  await expect(chips.getByRole('button', { name: 'Edit filter Total is at least $250.00' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toHaveAccessibleDescription('2')
  await page.reload()
  await expectCount(page, both)
  for (const text of await columnTexts(grid, 'status')) expect(['Paid', 'Overdue']).toContain(text)

  await chips.getByRole('button', { name: /^Edit filter Status/ }).click()
  await menu
    .getByRole('group', { name: 'Status', exact: true })
    .getByRole('checkbox', { name: 'Overdue' })
    .uncheck()
  await closeMenu(page)
  await expect(chips.getByRole('button', { name: 'Edit filter Status is Paid' })).toBeVisible()
  await expectCount(page, await countOf(page, 'payments', { filter: { ...filter, status: ['PAID'] } }))
  await chips.getByRole('button', { name: /^Remove filter Total/ }).click()
  await expectCount(page, paid)
  await chips.getByRole('button', { name: 'Clear', exact: true }).click()
  await expectCount(page, await countOf(page, 'payments'))
  await expect(chips).toHaveCount(0)
  expect(inAddress(page, 'filter')).toBeNull()
  await page.goBack()
  await expectCount(page, paid)
})

test('conditions can be nested in groups, with relative dates and values from the data (contract.md 2)', async ({
  page,
}) => {
  await openRecords(page, 'team', 'Processing permits', '/permits/processing')
  const menu = await openMenu(page, 'Filter')
  const { records } = await list(page, 'permits', {
    pageSize: 1,
    filter: { org: { isNotEmpty: true }, targetDate: { within: 'next30days' } },
  })
  const client = String(Reflect.get(Object(records[0]?.['org']), 'title'))
  const pid = String(Reflect.get(Object(records[0]?.['org']), 'pid'))

  await choose(menu, 'Add condition', 'Due')
  const due = menu.getByRole('group', { name: 'Due', exact: true })
  await expect(due.getByLabel('Value').getByRole('option')).toHaveText([
    'Choose',
    'today',
    'the last 7 days',
    'the last 30 days',
    'this month',
    'the next 7 days',
    'the next 30 days',
    'overdue',
    'the last … days',
    'the next … days',
    'more than … days ago',
  ])
  await due.getByLabel('Value').selectOption({ label: 'the next 30 days' })
  const soon = { targetDate: { within: 'next30days' } }
  await expectCount(page, await countOf(page, 'permits', { filter: soon }))

  await menu.getByRole('button', { name: 'Add group' }).click()
  const group = menu.getByRole('group', { name: 'Group', exact: true })
  await choose(group, 'Add condition', 'Client')
  await group.getByLabel('Find a value: Client').fill(client.slice(0, 12))
  await group.getByRole('checkbox', { name: client, exact: true }).check()
  await expectCount(page, await countOf(page, 'permits', { filter: { ...soon, org: pid } }))
  await choose(group, 'Add condition', 'Priority')
  await group.getByRole('checkbox', { name: 'Urgent' }).check()
  const either = { ...soon, and: [{ or: [{ org: [pid] }, { priority: ['URGENT'] }] }] }
  await expect(group.getByLabel('Match')).toHaveValue('any')
  await expectCount(page, await countOf(page, 'permits', { filter: either }))

  await group.getByRole('button', { name: 'Add group' }).click()
  const inner = group.getByRole('group', { name: 'Group', exact: true })
  await choose(inner, 'Add condition', 'Title')
  await inner.getByLabel('Value').fill('a')
  await choose(inner, 'Add condition', 'Number')
  await inner
    .getByRole('group', { name: 'Number', exact: true })
    .getByLabel('Operator')
    .selectOption({ label: 'ends with' })
  await inner.getByRole('group', { name: 'Number', exact: true }).getByLabel('Value').fill('7')
  const nested = { and: [{ title: { contains: 'a' } }, { refNo: { endsWith: '7' } }] }
  const whole = { ...soon, and: [{ or: [{ org: [pid] }, { priority: ['URGENT'] }, nested] }] }
  const count = await countOf(page, 'permits', { filter: whole })
  await expectCount(page, count)
  await expect.poll(() => JSON.parse(inAddress(page, 'filter') ?? '{}')).toEqual(whole)

  await closeMenu(page)
  const chips = page.getByRole('group', { name: 'Filters' })
  await expect(
    chips.getByRole('button', { name: 'Edit filter Due is within the next 30 days' }),
  ).toBeVisible()
  await page.reload()
  await expectCount(page, count)
  await chips.getByRole('button', { name: 'Edit filter 4 conditions in a group' }).click()
  await menu.getByRole('button', { name: 'Remove group' }).first().click()
  await expectCount(page, await countOf(page, 'permits', { filter: soon }))
})

test('each type of field has its own operators, in words (contract.md 2)', async ({ page }) => {
  await openRecords(page, 'team', 'Payments', '/payments')
  const menu = await openMenu(page, 'Filter')
  const operators = {
    Description: [
      'is',
      'is not',
      'is any of',
      'is none of',
      'is greater than',
      'is at least',
      'is less than',
      'is at most',
      'is between',
      'contains',
      'starts with',
      'ends with',
      'is empty',
      'is not empty',
    ],
    Total: [
      'is',
      'is not',
      'is any of',
      'is none of',
      'is greater than',
      'is at least',
      'is less than',
      'is at most',
      'is between',
      'is empty',
      'is not empty',
    ],
    'Due date': [
      'is',
      'is not',
      'is any of',
      'is none of',
      'is after',
      'is on or after',
      'is before',
      'is on or before',
      'is between',
      'is within',
      'is empty',
      'is not empty',
    ],
    Client: ['is', 'is not', 'is any of', 'is none of', 'is empty', 'is not empty'],
    'Agency fee (pass-through)': ['is', 'is not', 'is any of', 'is none of', 'is empty', 'is not empty'],
  }
  for (const [label, words] of Object.entries(operators)) {
    await choose(menu, 'Add condition', label)
    const offered = await menu
      .getByRole('group', { name: label, exact: true })
      .getByLabel('Operator')
      .getByRole('option')
      .allTextContents()
    expect(offered.toSorted(), label).toEqual(words.toSorted())
    await menu.getByRole('button', { name: `Remove filter on ${label}` }).click()
  }

  await choose(menu, 'Add condition', 'Due date')
  const due = menu.getByRole('group', { name: 'Due date', exact: true })
  await due.getByLabel('Operator').selectOption({ label: 'is between' })
  await due.getByLabel('From', { exact: true }).fill('2026-09-01')
  await due.getByLabel('To', { exact: true }).fill('2026-10-31')
  await expectCount(
    page,
    await countOf(page, 'payments', { filter: { dueDate: { between: ['2026-09-01', '2026-10-31'] } } }),
  )
  await due.getByLabel('Operator').selectOption({ label: 'is empty' })
  await expectCount(page, await countOf(page, 'payments', { filter: { dueDate: { isEmpty: true } } }))
  await menu.getByRole('button', { name: 'Clear filters' }).click()
  await expectCount(page, await countOf(page, 'payments'))
})

test('a filter without matches says so and offers Clear filters (look.md 3)', async ({ page }) => {
  const least = 999_999_999_900
  await openRecords(page, 'team', 'Payments', '/payments')
  await page.goto(addressOf('/payments', { filter: { total: { gte: least } } }))
  await expect(page.getByText('No payment matches these filters.')).toBeVisible()
  await expect(
    page.getByRole('button', { name: `Edit filter Total is at least $${amount(least)}` }),
  ).toBeVisible()
  await expectCount(page, 0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expectCount(page, await countOf(page, 'payments'))
})
