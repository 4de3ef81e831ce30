import { prepared, requestAt } from '../support/client-work.ts'
import { deskOf } from '../support/people.ts'
import { expect, list } from '../support/portal.ts'
import { choose, crud, make, openMenu, read, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

task(
  'client',
  3,
  'See where the permits of my organization stand',
  'client',
  async ({ page, browser, start }) => {
    const title = unique('Stands')
    await requestAt(page, browser, title, prepared)
    await start('/notifications')
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Processing permits' })
      .click()
    await expect(page.getByRole('region', { name: 'Action required' })).toBeVisible()
    const grid = page.getByRole('grid', { name: 'Processing permits' })
    await expect(grid.getByRole('row').filter({ hasText: title })).toContainText('In preparation')
  },
)

task(
  'client',
  4,
  'Read what a status means and whose turn it is',
  'client',
  async ({ page, browser, start }) => {
    const title = unique('Waiting on')
    await requestAt(page, browser, title, [{ to: 'INTAKE_REVIEW' }])
    await start('/permits/processing')
    await page.getByRole('grid').getByText(title).click()
    const drawer = page.getByRole('dialog', { name: title, exact: true })
    await expect(drawer.getByText('Under intake review').first()).toBeVisible()
    await expect(drawer.getByText('Waiting on: The office')).toBeVisible()
    await drawer.getByRole('tab', { name: 'Processing status', exact: true }).click()
    await expect(drawer.getByRole('tabpanel')).toContainText('Under intake review')
  },
)

task('client', 5, 'Request a new permit', 'client', async ({ page, start }) => {
  const title = unique('New sign')
  await start('/permits/processing')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'New permit' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('combobox', { name: 'Permit type' }).selectOption({ label: 'Sign' })
  await form.getByRole('button', { name: 'Save' }).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('button', { name: 'Submit request' }).click()
  const sending = page.getByRole('dialog', { name: `Submit request: ${title}` })
  await sending.getByRole('button', { name: 'Submit request' }).click()
  await expect(drawer.getByText('Received', { exact: true }).first()).toBeVisible()
  expect(await list(page, 'permits', { filter: { title } })).toMatchObject({
    count: 1,
    records: [{ status: 'NEW' }],
  })
})

task('client', 6, 'Fill in what is missing in my request', 'client', async ({ page, start }) => {
  const title = unique('Unfinished')
  const permit = await make(page, 'permits', { title, permitType: 'SIGN' })
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('button', { name: /^Site address/ }).click()
  await drawer.getByRole('textbox', { name: 'Site address' }).fill('12 Market Street')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(async () => (await read(page, `permits/${permit}`))['siteAddress'])
    .toBe('12 Market Street')
  await expect(drawer.getByText('12 Market Street')).toBeVisible()
})

task('client', 16, 'Find a permit by its number', 'client', async ({ page, start }) => {
  const title = unique('By number')
  const permit = await make(page, 'permits', { title, permitType: 'SIGN' })
  const number = String((await read(page, `permits/${permit}`))['refNo'])
  await start('/notifications')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(number)
  await expect(
    page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name: title }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: title, exact: true })).toContainText(number)
})

task('client', 17, 'Find my issued permits', 'client', async ({ page, start }) => {
  await start('/permits/processing')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Processed permits' })
    .click()
  const menu = await openMenu(page, 'Filter')
  await choose(menu, 'Add condition', 'Status')
  await menu
    .getByRole('group', { name: 'Choose values: Status' })
    .getByText('Issued', { exact: true })
    .click()
  await page.keyboard.press('Escape')
  const cells = page
    .getByRole('grid', { name: 'Processed permits' })
    .locator('[role=gridcell][data-field="status"]')
  await expect(cells.first()).toHaveText('Issued')
  expect(new Set(await cells.allTextContents())).toEqual(new Set(['Issued']))
})

task('client', 18, 'Download the document of an issued permit', 'client', async ({ page, start }) => {
  const [issued] = (
    await list(page, 'processed', {
      filter: { status: 'ISSUED', origin: 'IMPORT' },
      sort: '-statusChangedAt',
      pageSize: 1,
    })
  ).records
  const title = String(issued?.['title'])
  await start('/permits/processed')
  await page.getByRole('searchbox', { name: 'Search' }).fill(String(issued?.['refNo']))
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('tab', { name: 'Files', exact: true }).click()
  const name = `Permit ${String(issued?.['authorityNumber'])}.pdf`
  await drawer.getByRole('button', { name: `Actions for ${name}` }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe(name)
})

task('client', 19, 'Read the history of a permit', 'client', async ({ page, browser, start }) => {
  const title = unique('History')
  await requestAt(page, browser, title, [{ to: 'INTAKE_REVIEW' }])
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('tab', { name: 'History', exact: true }).click()
  const history = drawer.getByRole('tabpanel', { name: 'History' })
  await expect(history).toContainText('Under intake review')
  await expect(history).not.toContainText('Intake review')
})

task('client', 23, 'See the people on a permit', 'client', async ({ page, browser, start }) => {
  const title = unique('People')
  const permit = await requestAt(page, browser, title, [{ to: 'INTAKE_REVIEW' }])
  const desk = await deskOf(browser, 'admin')
  const org: unknown = Reflect.get(Object((await read(page, `permits/${permit}`))['org']), 'pid')
  const person = { name: 'Rosa Field', role: 'CONTRACTOR', phone: '(512) 555-0177', org }
  await crud(desk, {
    apiPath: `permits/${permit}/people`,
    method: 'POST',
    body: { role: 'CONTRACTOR', person },
  })
  await desk.context().close()
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('tab', { name: 'People', exact: true }).click()
  const people = drawer.getByRole('tabpanel', { name: 'People' })
  await expect(people).toContainText('Rosa Field')
  await expect(people).toContainText('Contractor')
  await expect(people).toContainText('(512) 555-0177')
})
