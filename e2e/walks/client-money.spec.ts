import type { Browser, Page } from 'playwright/test'
import { prepared, requestAt, step, submitOnPaper } from '../support/client-work.ts'
import { deskOf } from '../support/people.ts'
import { expect } from '../support/portal.ts'
import { make, read, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

/** A permit whose client owes an authority fee, or has paid it; returns the pids of permit and fee. */
async function owing(
  page: Page,
  browser: Browser,
  title: string,
  isPaid = false,
): Promise<{ permit: string; fee: string }> {
  const permit = await requestAt(page, browser, title, prepared)
  const desk = await deskOf(browser, 'admin')
  await submitOnPaper(desk, permit)
  for (const to of ['UNDER_REVIEW', 'APPROVED']) await step(desk, `permits/${permit}`, { to })
  const fee = await make(desk, 'payments', {
    permit,
    kind: 'FEE',
    feeCode: 'PERMIT_FEE',
    amount: 12_550,
    dueDate: '2099-01-05',
  })
  await step(desk, `permits/${permit}`, { to: 'PAYMENT_DUE' })
  if (isPaid) await step(desk, `payments/${fee}`, { to: 'PAID', method: 'ACH' })
  await desk.context().close()
  return { permit, fee }
}

task('client', 13, 'See what I have to pay', 'client', async ({ page, browser, start }) => {
  const title = unique('Owed')
  await owing(page, browser, title)
  await start('/permits/processing')
  const waiting = page.getByRole('region', { name: 'Action required' })
  await waiting.getByRole('button', { name: /^Show all/ }).click()
  const owed = waiting.getByRole('listitem').filter({ hasText: title })
  await expect(owed.getByRole('link', { name: 'Pay $125.50 by Jan 5, 2099' })).toBeVisible()
})

task('client', 14, 'Tell the office that I have paid', 'client', async ({ page, browser, start }) => {
  const title = unique('To pay')
  const { permit } = await owing(page, browser, title)
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('link', { name: /^Pay \$125\.50 by/ }).click()
  await drawer.getByRole('button', { name: 'Report payment' }).click()
  const telling = page.getByRole('dialog', { name: 'Report payment' })
  await telling.getByRole('combobox', { name: 'Payment method' }).click()
  await page.getByRole('option', { name: 'Check', exact: true }).click()
  await telling.getByLabel('Check or transfer number (optional)').fill('1042')
  await telling.getByRole('button', { name: 'Notify office' }).click()
  await expect(drawer.getByText(/ notified the office on .*\$125\.50 by Check .*number 1042/)).toBeVisible()
  expect(await read(page, `permits/${permit}`)).toMatchObject({ balance: 12_550 })
})

task('client', 15, 'Open a receipt', 'client', async ({ page, browser, start }) => {
  const title = unique('Paid')
  const { fee } = await owing(page, browser, title, true)
  await start('/permits/processing')
  await page.getByRole('grid').getByText(title).click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await drawer.getByRole('tab', { name: 'Payment data', exact: true }).click()
  const receipt = drawer.getByRole('link', { name: /^Receipt PY-/ })
  const response = await page.request.get((await receipt.getAttribute('href')) ?? '')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const opening = page
    .context()
    .waitForEvent('page', { timeout: 5_000 })
    .catch(() => null)
  const saving = page.waitForEvent('download', { timeout: 5_000 }).catch(() => null)
  await receipt.click()
  expect((await Promise.race([opening, saving])) ?? (await opening) ?? (await saving)).not.toBeNull()
  expect(await read(page, `payments/${fee}`)).toMatchObject({ status: 'PAID' })
})
