import type { Page } from 'playwright/test'
import { submittedPermit, take, takeSteps } from '../support/permits.ts'
import { expect } from '../support/portal.ts'
import { choose, crud, expectCount, countOf, make, read, unique } from '../support/records.ts'
import { task } from '../support/walk.ts'

const permits = '/permits/processing'
const tab = (permit: string): string => `${permits}/${permit}?tab=Payment+data`

/** Creates an approved permit with one open fee of 125.50; returns both. */
async function owingPermit(
  page: Page,
  title: string,
  more: object = {},
): Promise<{ permit: string; fee: string }> {
  const permit = await submittedPermit(page, title)
  await takeSteps(page, `permits/${permit}`, 'UNDER_REVIEW', 'APPROVED')
  const fee = await make(page, 'payments', {
    permit,
    kind: 'FEE',
    feeCode: 'PERMIT_FEE',
    amount: 12_550,
    dueDate: '2099-01-05',
    ...more,
  })
  return { permit, fee }
}

/** Records a payment in the open dialog. */
async function recordPayment(page: Page, amount: string, method: string, number: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill(amount)
  await choose(dialog, 'Payment method', method)
  await dialog.getByRole('textbox', { name: 'Check or transfer number (optional)' }).fill(number)
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await dialog.waitFor({ state: 'detached' })
}

task('office', 51, 'Add a fee to a permit', 'team', async ({ page, start }) => {
  const title = unique('Fee')
  const permit = await submittedPermit(page, title)
  await start(tab(permit))
  await page.getByRole('button', { name: 'Add fee' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add fee' })
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('$125.50')
  await dialog.getByRole('button', { name: 'Add fee' }).click()
  await expect.poll(async () => (await read(page, `permits/${permit}`))['balance']).toBe(12_550)
})

task('office', 52, 'Request the payment of a fee', 'team', async ({ page, start }) => {
  const title = unique('Requested')
  const permit = await submittedPermit(page, title)
  await takeSteps(page, `permits/${permit}`, 'UNDER_REVIEW', 'APPROVED')
  await make(page, 'payments', {
    permit,
    kind: 'FEE',
    feeCode: 'PERMIT_FEE',
    amount: 12_550,
    dueDate: '2099-01-05',
  })
  await start(`${permits}/${permit}?tab=Processing+status`)
  await take(page, page.getByRole('tabpanel', { name: 'Processing status' }), 'Request payment', title)
  await expect.poll(async () => (await read(page, `permits/${permit}`))['status']).toBe('PAYMENT_DUE')
})

task('office', 53, 'Record a part payment with its check number', 'team', async ({ page, start }) => {
  const title = unique('Part')
  const { permit } = await owingPermit(page, title)
  await start(tab(permit))
  await page.getByRole('button', { name: 'Record payment', exact: true }).click()
  await recordPayment(page, '$50.50', 'Check', '10234')
  await expect.poll(async () => (await read(page, `permits/${permit}`))['balance']).toBe(7_500)
})

task('office', 54, 'Refund a payment', 'admin', async ({ page, start }) => {
  const title = unique('Refund')
  const { permit, fee } = await owingPermit(page, title)
  await crud(page, {
    apiPath: `payments/${fee}/transitions`,
    method: 'POST',
    body: { to: 'PAID', method: 'ACH' },
  })
  const number = String((await read(page, `payments/${fee}`))['refNo'])
  await start(tab(permit))
  await page.getByRole('button', { name: `Refund: ${number}` }).click()
  const dialog = page.getByRole('dialog', { name: `Refund ${number}` })
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('25.50')
  await dialog.getByRole('textbox', { name: /^(Reason|Note)/ }).fill('Charged twice')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await read(page, `payments/${fee}`))['status']).toBe('PARTIALLY_REFUNDED')
})

task('office', 55, 'Open a receipt', 'team', async ({ page, start }) => {
  const title = unique('Receipt')
  const { permit, fee } = await owingPermit(page, title)
  await crud(page, {
    apiPath: `payments/${fee}/transitions`,
    method: 'POST',
    body: { to: 'PAID', method: 'ACH' },
  })
  await start(tab(permit))
  const link = page.getByRole('link', { name: /^Receipt PY-/ })
  const response = await page.request.get((await link.getAttribute('href')) ?? '')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
  const opened = Promise.race([page.context().waitForEvent('page'), page.waitForEvent('download')])
  await link.click()
  await opened
})

task('office', 56, 'List the overdue payments', 'team', async ({ page, start }) => {
  await start(permits)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payments' }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('dialog', { name: 'Filter' })
  await choose(filter, 'Add condition', 'Status')
  await filter.getByRole('checkbox', { name: 'Overdue', exact: true }).check()
  await expectCount(page, await countOf(page, 'payments', { filter: { status: 'OVERDUE' } }))
})
