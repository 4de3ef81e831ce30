import { expect, expectPage, list, menuOfRole, signInAs, test } from '../support/portal.ts'
import { expectAccessible } from '../support/accessible.ts'

const signedIn = [
  ...menuOfRole.superadmin,
  ['Client Tasks', '/ctasks'],
  ['Settings', '/settings'],
  ['Permit status map', '/settings/permit-status-map'],
  ['Agencies', '/settings/agencies'],
  ['Background work', '/settings/background-work'],
  ['Delivery', '/settings/delivery'],
  ['Module', '/settings/modules/mail'],
  ['Agency feeds', '/settings/agency-feeds'],
  ['Permit types', '/settings/permit-types'],
  ['Requirements', '/settings/requirements'],
  ['Library file', '/settings/library'],
  ['Proposed by agencies', '/permits/overview/proposals'],
  ['Found at the agency', '/permits/overview/found'],
  ['Workload', '/permits/overview/workload'],
  ['Calendar', '/calendar'],
] as const

/**
 * Number of pages per test. The pages of a test share the browser's cache, and two workers can run in
 * parallel.
 */
const pagesPerTest = 6

test.describe('without a session', () => {
  // The document of an unknown address answers 404.
  test.use({ expectedConsole: /404 \(Not Found\)/ })

  test('axe finds nothing on the signed-out pages', async ({ page }) => {
    for (const path of [
      '/',
      '/login',
      '/sign-up',
      '/auth/webauthn/login',
      '/auth/signed-in',
      '/unauthorized',
      '/no/such/page',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectAccessible(page, path)
    }
  })
})

for (let first = 0; first < signedIn.length; first += pagesPerTest) {
  const pages = signedIn.slice(first, first + pagesPerTest)
  test(`axe finds nothing on ${pages.map(([label]) => label).join(', ')}`, async ({ page }) => {
    test.slow()
    await signInAs(page, 'superadmin')
    for (const [label, path] of pages) {
      await page.goto(path)
      await expectPage(page, label)
      await expectAccessible(page, label)
    }
  })
}

test('axe finds nothing on the tabs of Users, the account of a record, and the pages of an account', async ({
  page,
}) => {
  test.slow()
  await signInAs(page, 'superadmin')
  const [person] = (await list(page, 'users', { filter: { role: 'team', status: 'ACTIVE' }, pageSize: 1 }))
    .records
  expect(
    (await page.request.post(`/api/auth/users/${String(person?.['pid'])}/link`, { data: {} })).status(),
  ).toBe(201)
  await page.request.post('/api/auth/sign-up', {
    data: { name: 'Axe', email: `axe.${Date.now()}@portal.example` },
  })
  await signInAs(page, 'superadmin')
  for (const tab of ['Requests', 'Invitations', 'Audit']) {
    await page.goto(`/users?show=${tab.toLowerCase()}`)
    await expect(page.getByRole('list', { name: tab }).getByRole('listitem').first()).toBeVisible()
    await expectAccessible(page, tab)
  }
  await page.goto('/users?show=requests')
  await page.getByRole('button', { name: 'Approve' }).first().click()
  await expectAccessible(page, 'the approval of a request')
  await page.goto(`/users?page=1&record=${String(person?.['pid'])}&tab=Processing+status`)
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await expectAccessible(page, 'the account behind a record')
  await page.goto('/account')
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible()
  await expectAccessible(page, 'Passkeys and sessions')
  await page.goto('/account/notifications')
  await expect(page.getByRole('list', { name: 'Notifications' })).toBeVisible()
  await expectAccessible(page, 'Notification settings')
})

test.describe('with an ended session', () => {
  test.use({ expectedConsole: /status of 401/ })

  test('axe finds nothing on the sign-in dialog over the page', async ({ page }) => {
    await signInAs(page, 'team')
    await page.goto('/payments')
    await expectPage(page, 'Payments')
    await page.context().clearCookies({ name: 'session_token' })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' }).click()
    await expect(page.getByRole('dialog', { name: 'Your session expired' })).toBeVisible()
    await expectAccessible(page, 'the question')
  })
})

test('axe finds nothing on an open record', async ({ page }) => {
  await signInAs(page, 'superadmin')
  await page.goto('/permits/processing')
  await page.getByRole('grid').getByRole('row').nth(1).getByText(/^PM-/).click()
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Details' })).toBeVisible()
  await expectAccessible(page, 'a permit in the drawer')
})
