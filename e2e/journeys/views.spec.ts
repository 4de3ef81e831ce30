import type { Browser, Page } from 'playwright/test'
import { Views } from '@portal/contract'
import type { Role } from '@portal/contract'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import {
  addressOf,
  closeMenu,
  countOf,
  crud,
  expectCount,
  expectToast,
  inAddress,
  openMenu,
  openRecords,
  unique,
} from '../support/records.ts'

const viewsButton = (page: Page) => page.getByRole('button', { name: 'Views', exact: true })

/** Saves the current table state under a new name; the menu stays open. */
async function saveAs(
  page: Page,
  name: string,
  more: { visibility?: string; defaultFor?: Role } = {},
): Promise<void> {
  const menu = await openMenu(page, 'Views')
  await menu.getByRole('button', { name: 'Save as' }).click()
  await menu.getByLabel('View name').fill(name)
  if (more.visibility !== undefined)
    await menu.getByLabel('Visible to').selectOption({ label: more.visibility })
  if (more.defaultFor !== undefined)
    await menu.getByLabel('Default for').selectOption({ label: more.defaultFor })
  await menu.getByRole('button', { name: 'Save view' }).click()
  await expect(menu.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'true')
}

async function anotherPerson(browser: Browser, role: Role): Promise<Page> {
  const page = await (
    await browser.newContext({ viewport: test.info().project.use.viewport ?? null })
  ).newPage()
  await signInAs(page, role)
  return page
}

test('a view is saved, shows its changes, is saved again, reverted, renamed and deleted (issue 3)', async ({
  page,
}) => {
  const name = unique('Paid lately')
  await openRecords(
    page,
    'team',
    'Payments',
    addressOf('/payments', { filter: { status: ['PAID'] }, sort: '-total', hide: 'kind' }),
  )
  const paid = await countOf(page, 'payments', { filter: { status: 'PAID' } })
  await saveAs(page, name)
  await expectToast(page, 'View saved')
  const pid = inAddress(page, 'view')
  expect(pid).not.toBeNull()
  expect(inAddress(page, 'filter')).toBeNull()
  await closeMenu(page)
  await expectCount(page, paid)
  await expect(viewsButton(page)).toHaveAccessibleDescription(name)

  const grid = page.getByRole('grid', { name: 'Payments' })
  await grid.getByRole('columnheader', { name: 'Due date' }).click()
  await expect(viewsButton(page)).toHaveAccessibleDescription(`${name}, modified`)
  await expect(page.getByText('modified', { exact: true })).toBeVisible()
  await page.reload()
  await expect(viewsButton(page)).toHaveAccessibleDescription(`${name}, modified`)
  const menu = await openMenu(page, 'Views')
  await menu.getByRole('button', { name: 'Revert' }).click()
  await closeMenu(page)
  await expect(grid.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
  await expect(viewsButton(page)).toHaveAccessibleDescription(name)

  await grid.getByRole('columnheader', { name: 'Due date' }).click()
  await openMenu(page, 'Views')
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'View saved')
  await closeMenu(page)
  await expect(viewsButton(page)).toHaveAccessibleDescription(name)
  await expect(grid.getByRole('columnheader', { name: 'Due date' })).toHaveAttribute('aria-sort', 'ascending')

  const other = unique('Renamed')
  await openMenu(page, 'Views')
  await menu.getByRole('button', { name: `Edit ${name}` }).click()
  await menu.getByLabel('View name').fill(other)
  await menu.getByRole('button', { name: 'Save view' }).click()
  await expect(menu.getByRole('button', { name: other, exact: true })).toBeVisible()
  await menu.getByRole('button', { name: `Delete ${other}` }).click()
  await menu.getByRole('button', { name: 'Delete view' }).click()
  await expectToast(page, 'View deleted')
  await expect(menu.getByRole('button', { name: other, exact: true })).toHaveCount(0)
  await closeMenu(page)
  expect(inAddress(page, 'view')).toBeNull()
  await expectCount(page, await countOf(page, 'payments'))
})

test('a view is private until shared; others save their changes as their own view (contract.md 2)', async ({
  page,
  browser,
}) => {
  const mine = unique('Mine alone')
  const shared = unique('For everyone')
  await openRecords(page, 'team', 'Payments', addressOf('/payments', { filter: { kind: ['REFUND'] } }))
  await saveAs(page, mine)
  await closeMenu(page)
  await saveAs(page, shared, { visibility: 'All staff and clients' })
  const menu = page.getByRole('dialog', { name: 'Views' })
  await expect(
    menu
      .getByRole('region', { name: 'Shared with staff and clients' })
      .getByRole('button', { name: shared, exact: true }),
  ).toBeVisible()
  await expect(
    menu.getByRole('region', { name: 'My views' }).getByRole('button', { name: mine, exact: true }),
  ).toBeVisible()
  await menu.getByRole('button', { name: `Edit ${mine}` }).click()
  await menu.getByLabel('Visible to').selectOption({ label: 'All staff' })
  await menu.getByRole('button', { name: 'Save view' }).click()
  await expect(
    menu
      .getByRole('region', { name: 'Shared with all staff' })
      .getByRole('button', { name: mine, exact: true }),
  ).toBeVisible()

  const client = await anotherPerson(browser, 'client')
  await client.goto('/payments')
  await expectPage(client, 'Payments')
  const theirs = await openMenu(client, 'Views')
  await expect(theirs.getByRole('button', { name: mine, exact: true })).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: `Delete ${shared}` })).toHaveCount(0)
  await theirs.getByRole('button', { name: shared, exact: true }).click()
  await expect(viewsButton(client)).toHaveAccessibleDescription(shared)
  const grid = client.getByRole('grid', { name: 'Payments' })
  await grid.getByRole('columnheader', { name: 'Total' }).click()
  await openMenu(client, 'Views')
  await expect(theirs.getByRole('button', { name: 'Save as' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await client.context().close()

  for (const { pid, name } of Views.parse(
    await crud(page, { apiPath: 'views', method: 'GET', query: { collection: 'payments' } }),
  ).views) {
    if (name === mine || name === shared) await crud(page, { apiPath: `views/${pid}`, method: 'DELETE' })
  }
})

test('a role starts with its default view, and may still see all records (contract.md 2)', async ({
  page,
  browser,
}) => {
  const name = unique('Where admins begin')
  await openRecords(page, 'superadmin', 'Notifications', addressOf('/notifications', { sort: 'subject' }))
  await saveAs(page, name, { visibility: 'All staff', defaultFor: 'admin' })
  const view = inAddress(page, 'view')

  const admin = await anotherPerson(browser, 'admin')
  await admin.goto('/notifications')
  await expectPage(admin, 'Notifications')
  await expect(viewsButton(admin)).toHaveAccessibleDescription(name)
  expect(inAddress(admin, 'view')).toBe(view)
  const menu = await openMenu(admin, 'Views')
  await menu.getByRole('button', { name: 'All records' }).click()
  await expect(viewsButton(admin)).not.toHaveAccessibleDescription(name)
  await admin.context().close()

  const own = page.getByRole('dialog', { name: 'Views' })
  await own.getByRole('button', { name: `Delete ${name}` }).click()
  await own.getByRole('button', { name: 'Delete view' }).click()
  await expect(own.getByRole('button', { name, exact: true })).toHaveCount(0)
})
