import { readFile } from 'node:fs/promises'
import { Views } from '@portal/contract'
import { prepared, requestAt, sentRequest } from '../support/client-work.ts'
import { deskOf } from '../support/people.ts'
import { expect, expectPage, list } from '../support/portal.ts'
import { crud, openMenu, read, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

task('client', 20, 'Read my notifications', 'client', async ({ page, browser, start }) => {
  const title = unique('Told')
  const permit = await requestAt(page, browser, title, [
    { to: 'INTAKE_REVIEW' },
    { to: 'WAITING_CLIENT', reason: 'A form is missing' },
  ])
  const number = String((await read(page, `permits/${permit}`))['refNo'])
  await start('/permits/processing')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Notifications/ })
    .click()
  await page.getByRole('grid').getByText(`${number}: action required`).click()
  await expect(page.getByRole('dialog')).toContainText(title)
})

task('client', 21, 'Open a permit from its alert', 'client', async ({ page, browser, start }) => {
  const title = unique('Alerted')
  await requestAt(page, browser, title, [
    { to: 'INTAKE_REVIEW' },
    { to: 'IN_PREPARATION' },
    { to: 'WAITING_CLIENT', reason: 'A form is missing' },
  ])
  await start('/payments')
  await page.getByRole('button', { name: /^Alerts/ }).click()
  const alert = page
    .getByRole('dialog', { name: 'Alerts' })
    .getByRole('listitem')
    .filter({ hasText: title })
    .first()
  await alert.getByRole('link').click()
  await expect(page.getByRole('dialog', { name: title, exact: true })).toContainText('Action required')
})

task('client', 22, 'Write a note to the office', 'client', async ({ page, browser, start }) => {
  const title = unique('Noted')
  const permit = await sentRequest(page, title)
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('tab', { name: 'Notes', exact: true }).click()
  await drawer.getByRole('textbox', { name: 'New note' }).fill('When may we begin?')
  await page.keyboard.press('Control+Enter')
  await expect(drawer.getByText('When may we begin?', { exact: true })).toBeVisible()
  await expect(drawer.getByRole('textbox', { name: 'New note' })).toHaveValue('')
  const desk = await deskOf(browser, 'team')
  expect(JSON.stringify(await crud(desk, { apiPath: `permits/${permit}/notes`, method: 'GET' }))).toContain(
    'When may we begin?',
  )
  await desk.context().close()
})

task('client', 24, 'Export my permits', 'client', async ({ page, start }) => {
  await start('/permits/processed')
  const { count } = await list(page, 'processed', { pageSize: 1 })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
  expect(lines.length - 1).toBe(count)
  expect(lines[0]).toMatch(/Number.*Title.*Status/)
})

task('client', 25, 'Save a view of mine', 'client', async ({ page, start }) => {
  const name = unique('Mine')
  await start('/payments')
  await page.getByRole('grid').getByRole('columnheader', { name: 'Total' }).click()
  const menu = await openMenu(page, 'Views')
  await menu.getByRole('button', { name: 'Save as' }).click()
  await menu.getByLabel('View name').fill(name)
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('button', { name, exact: true })).toHaveAttribute('aria-current', 'true')
  const { views } = Views.parse(
    await crud(page, { apiPath: 'views', method: 'GET', query: { collection: 'payments' } }),
  )
  const mine = views.find((view) => view.name === name)
  expect(mine?.visibility).toBe('mine')
  await crud(page, { apiPath: `views/${mine?.pid ?? ''}`, method: 'DELETE' })
})

task('client', 29, 'See where my permits stand on a phone', 'client', async ({ page, browser, start }) => {
  const title = unique('Stands')
  await requestAt(page, browser, title, prepared)
  await page.setViewportSize({ width: 390, height: 844 })
  await start('/notifications')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'Processing permits' }).click()
  await expectPage(page, 'Processing permits')
  await expect(page.getByRole('region', { name: 'Action required' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: title })).toContainText('In preparation')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
