import type { Locator } from 'playwright/test'
import { expect, test } from '../support/portal.ts'
import { closeMenu, headerTexts, openMenu, openRecords } from '../support/records.ts'

const usual = [
  'Number',
  'Kind',
  'Status',
  'Client',
  'Permit',
  'Fee code',
  'Description',
  'Total',
  'Due date',
  'Paid on',
]

const without = (...labels: string[]) => usual.filter((label) => !labels.includes(label))

async function expectHeaders(grid: Locator, labels: readonly string[]): Promise<void> {
  await expect.poll(() => headerTexts(grid)).toEqual(labels)
}

test('columns are hidden, shown and reordered by dragging, and a reload keeps them (specification.md 9)', async ({
  page,
}) => {
  const grid = await openRecords(page, 'team', 'Payments', '/payments')
  await expectHeaders(grid, usual)
  const menu = await openMenu(page, 'Hide columns')
  await menu.getByRole('switch', { name: 'Kind', exact: true }).click()
  await expectHeaders(grid, without('Kind'))
  await menu.getByRole('switch', { name: 'Fee code', exact: true }).click()
  await expectHeaders(grid, without('Kind', 'Fee code'))
  await menu.getByLabel('Find a column').fill('meth')
  await menu.getByRole('switch', { name: 'Method', exact: true }).click()
  await menu.getByLabel('Find a column').fill('')
  await expectHeaders(grid, [...without('Kind', 'Fee code'), 'Method'])
  // As the last column it would be outside the visible area.
  await expect(grid.getByRole('columnheader', { name: 'Method', includeHidden: true })).toBeInViewport({
    ratio: 1,
  })
  const order = menu.getByRole('list', { name: 'Shown columns, in order' }).getByRole('listitem')
  await order.filter({ hasText: 'Total' }).getByTitle('Drag to reorder').dragTo(order.nth(1))
  await expect.poll(() => headerTexts(grid).then((labels) => labels[1])).toBe('Total')
  await menu.getByRole('button', { name: 'Move Due date up' }).click()
  await closeMenu(page)
  const wanted = [
    'Number',
    'Total',
    'Status',
    'Client',
    'Permit',
    'Due date',
    'Description',
    'Paid on',
    'Method',
  ]
  await expectHeaders(grid, wanted)
  await expect(page.getByRole('button', { name: 'Hide columns' })).toHaveAccessibleDescription('2')

  await page.reload()
  await expectHeaders(grid, wanted)
  await page.goto('/payments')
  await expectHeaders(grid, wanted)
  await openMenu(page, 'Hide columns')
  await menu.getByRole('button', { name: 'Reset to default' }).click()
  await closeMenu(page)
  await expectHeaders(grid, usual)
  await page.goto('/payments')
  await expectHeaders(grid, usual)
})

test('a column is resized between 80 and 600 px, and a reload keeps the width (specification.md 5)', async ({
  page,
}) => {
  const grid = await openRecords(page, 'team', 'Payments', '/payments')
  const kind = grid.getByRole('columnheader', { name: 'Kind' })
  const widthOf = async () => Math.round((await kind.boundingBox())?.width ?? 0)
  const dragBy = async (px: number) => {
    const box = await kind.boundingBox()
    if (box === null) throw new Error('The column is not to be seen')
    await page.mouse.move(box.x + box.width - 1, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width - 1 + px / 2, box.y + box.height / 2)
    await page.mouse.move(box.x + box.width - 1 + px, box.y + box.height / 2)
    await page.mouse.up()
  }
  const before = await widthOf()
  await dragBy(57)
  expect(await widthOf()).toBe(before + 57)
  await page.reload()
  await expect(kind).toBeVisible()
  expect(await widthOf()).toBe(before + 57)
  await expect(kind).not.toHaveAttribute('aria-sort')
  await dragBy(-400)
  expect(await widthOf()).toBe(80)
  await dragBy(800)
  expect(await widthOf()).toBe(600)
})

test('all columns of a row are rendered, so that the first one stays visible while the last one is shown (look.md 3)', async ({
  page,
}) => {
  const grid = await openRecords(page, 'team', 'Processing permits', '/permits/processing')
  const labels = await headerTexts(grid)
  expect(labels).toHaveLength(12)
  await expect.poll(() => grid.getByRole('row').nth(1).getByRole('gridcell').count()).toBe(labels.length + 1)
  const first = grid.getByRole('row').nth(1).getByRole('gridcell').nth(1)
  const before = await first.boundingBox()
  await grid.getByRole('columnheader').last().scrollIntoViewIfNeeded()
  await expect(grid.getByRole('columnheader').last()).toBeInViewport()
  expect(await first.boundingBox()).toEqual(before)

  // On a phone a title wraps to two lines instead of losing its address.
  await page.setViewportSize({ width: 390, height: 844 })
  const title = grid
    .getByRole('gridcell')
    .locator('span', { hasText: /^New (building|plumbing), \d+ \w+ / })
    .first()
  await expect.poll(async () => (await title.boundingBox())?.height ?? 0).toBeGreaterThan(30)
})
