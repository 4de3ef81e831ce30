import type { Browser, Page } from 'playwright/test'
import { expect, signInAs, test } from '../support/portal.ts'
import { crud, expectToast, make, openRecords, read, unique, tick } from '../support/records.ts'

async function openTask(page: Page, more: object = {}) {
  const title = unique('To edit')
  await openRecords(page, 'team', 'Tasks', '/tasks')
  const pid = await make(page, 'tasks', { title, description: 'As it was.', priority: 'NORMAL', ...more })
  await page.goto(`/tasks/${pid}`)
  return { pid, title, drawer: page.getByRole('dialog', { name: title, exact: true }) }
}

test('a title is edited in the drawer, saved, and shown in list and history (issue 3)', async ({ page }) => {
  const { title, drawer } = await openTask(page)
  await drawer.getByRole('button', { name: /^Title/ }).click()
  await drawer.getByRole('textbox', { name: 'Title' }).fill(`${title}, revised`)
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Record updated successfully.')
  await expect(page.getByRole('grid', { name: 'Tasks' }).getByText(`${title}, revised`)).toBeVisible()
  const renamed = page.getByRole('dialog', { name: `${title}, revised` })
  await renamed.getByRole('tab', { name: 'History' }).click()
  await expect(renamed.getByRole('listitem').first()).toContainText('changed Title')
  await expect(renamed.getByRole('listitem').first()).toContainText(`${title}, revised`)
})

async function secondPerson(browser: Browser, address: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await signInAs(page, 'admin')
  await page.goto(address)
  return page
}

test.describe('two users edit one record', () => {
  test.use({ expectedConsole: /409 \(Conflict\)/ })

  test('the second one to save compares both versions field by field and chooses (issue 3)', async ({
    page,
    browser,
  }) => {
    const { pid, title, drawer } = await openTask(page)
    const other = await secondPerson(browser, page.url())
    const theirs = other.getByRole('dialog', { name: title, exact: true })

    await drawer.getByRole('button', { name: /^Description/ }).click()
    await drawer.getByRole('textbox', { name: 'Description' }).fill('What I found out.')
    await drawer.getByRole('button', { name: /^Result/ }).click()
    await drawer.getByRole('textbox', { name: 'Result' }).fill('My result.')

    await theirs.getByRole('button', { name: /^Description/ }).click()
    await theirs.getByRole('textbox', { name: 'Description' }).fill('What they found out.')
    await theirs.getByRole('button', { name: /^Priority/ }).click()
    await theirs.getByRole('combobox', { name: 'Priority' }).selectOption({ label: 'Urgent' })
    await theirs.getByRole('button', { name: /^Result/ }).click()
    await theirs.getByRole('textbox', { name: 'Result' }).fill('Their result.')
    await theirs.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(other, 'Record updated successfully.')
    await other.context().close()

    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'This record was changed by someone else' })
    const description = dialog.getByRole('row').filter({ hasText: 'Description' })
    await expect(description).toContainText('What I found out.')
    await expect(description).toContainText('What they found out.')
    await expect(dialog.getByRole('row').filter({ hasText: 'Result' })).toContainText('My result.')
    const also = dialog.getByRole('row').filter({ hasText: 'Priority' })
    await expect(also).toContainText('Also changed')
    await expect(also).toContainText('Urgent')
    expect(await read(page, `tasks/${pid}`)).toMatchObject({
      description: 'What they found out.',
      result: 'Their result.',
    })

    await dialog.getByRole('radio', { name: 'Use their change: Result' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Record updated successfully.')
    expect(await read(page, `tasks/${pid}`)).toMatchObject({
      description: 'What I found out.',
      result: 'Their result.',
      priority: 'URGENT',
    })
    await expect(drawer.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  })
})

test.describe('a network failure during a save', () => {
  test.use({ expectedConsole: /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/ })

  test('is reported, the input survives a reload, and one click retries (issue 3)', async ({
    page,
    context,
  }) => {
    const { pid, drawer } = await openTask(page)
    await drawer.getByRole('button', { name: /^Description/ }).click()
    await drawer.getByRole('textbox', { name: 'Description' }).fill('Typed on a train.')
    await context.setOffline(true)
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Failed to update record')
    await expect(drawer.getByRole('alert')).toContainText('Not saved. Your changes are kept.')
    await expect(drawer).toContainText('Typed on a train.')
    await context.setOffline(false)
    await page.reload()
    await expect(drawer.getByRole('status')).toContainText('1 field changed: Description')

    await context.setOffline(true)
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(drawer.getByRole('button', { name: 'Try again', exact: true })).toBeVisible()
    await context.setOffline(false)
    await drawer.getByRole('button', { name: 'Try again', exact: true }).click()
    await expectToast(page, 'Record updated successfully.')
    await expect(drawer.getByRole('alert')).toHaveCount(0)
    expect(await read(page, `tasks/${pid}`)).toMatchObject({ description: 'Typed on a train.' })
  })
})

test('leaving unsaved text for another record or page, or by Close, asks first (issue 3)', async ({
  page,
}) => {
  const { drawer } = await openTask(page)
  await drawer.getByRole('button', { name: /^Description/ }).click()
  await drawer.getByRole('textbox', { name: 'Description' }).fill('Not yet saved.')
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const ways = [
    () => drawer.getByRole('button', { name: 'Next record' }).click(),
    () => drawer.getByRole('button', { name: 'Close' }).click(),
    () =>
      page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Payments', exact: true })
        .click(),
  ]
  for (const leave of ways) {
    await leave()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toHaveCount(0)
    await expect(drawer).toContainText('Not yet saved.')
  }
  await drawer.getByRole('button', { name: 'Discard' }).click()
  await expect(drawer).toContainText('As it was.')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toHaveCount(0)
})

test('changes by others appear automatically, and no visible row moves (issue 3)', async ({
  page,
  browser,
}) => {
  const { pid, title, drawer } = await openTask(page)
  await drawer.getByRole('button', { name: 'Close' }).click()
  const grid = page.getByRole('grid', { name: 'Tasks' })
  const cell = grid.getByText(title)
  await expect(cell).toBeVisible()
  const scroller = grid.locator('.MuiDataGrid-virtualScroller')
  await tick(grid.getByRole('row').nth(4).getByRole('checkbox'))
  await scroller.evaluate((element) => {
    element.scrollTop = 18
  })
  const before = {
    place: await cell.boundingBox(),
    first: await grid.getByRole('row').nth(1).getAttribute('data-id'),
  }

  const other = await (await browser.newContext()).newPage()
  await signInAs(other, 'admin')
  await crud(other, {
    apiPath: `tasks/${pid}`,
    method: 'PATCH',
    body: { title: `${title} by others`, priority: 'URGENT' },
  })
  await expect(grid.getByText(`${title} by others`)).toBeVisible()
  await expect(grid.getByRole('row').filter({ hasText: title })).toContainText('Urgent')
  expect({
    place: await cell.boundingBox(),
    first: await grid.getByRole('row').nth(1).getAttribute('data-id'),
  }).toMatchObject({
    place: { x: before.place?.x, y: before.place?.y },
    first: before.first,
  })
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(18)
  await expect(page.getByText('1 selected')).toBeVisible()

  await cell.click()
  const opened = page.getByRole('dialog', { name: `${title} by others` })
  await opened.getByRole('button', { name: /^Result/ }).click()
  await opened.getByRole('textbox', { name: 'Result' }).fill('Being typed')
  await crud(other, { apiPath: `tasks/${pid}`, method: 'PATCH', body: { description: 'Written elsewhere.' } })
  await expect(opened).toContainText('Written elsewhere.')
  await expect(opened.getByRole('textbox', { name: 'Result' })).toBeFocused()
  await expect(opened.getByRole('textbox', { name: 'Result' })).toHaveValue('Being typed')
  await other.context().close()
})
