import { AccessRequestList, CurrentUser } from '@portal/contract'
import type { Page } from 'playwright/test'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

/** Puts a passkey device into the browser of this page; it says yes to everything. */
async function plugIn(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('somebody new signs up, makes a passkey, waits, is approved elsewhere, sees the menu appear, and comes back with the passkey (contract.md 3)', async ({
  page,
  browser,
}) => {
  const email = `ana.lima.${Date.now()}@portal.example`
  await plugIn(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Name').fill('Ana Lima')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Organization').fill('Lima Builders')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/auth\/webauthn\/register/)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page).toHaveURL(/\/unauthorized/)
  await expect(page.getByText('Your request is with the administrators, Ana Lima.')).toBeVisible()

  const elsewhere = await browser.newContext()
  const desk = await elsewhere.newPage()
  await signInAs(desk, 'superadmin')
  const answer = await desk.request.get('/api/auth/requests?state=PENDING')
  const pid = AccessRequestList.parse(await answer.json()).requests.find((each) => each.email === email)?.pid
  expect((await desk.request.post(`/api/auth/requests/${pid}/approve`, { data: { role: 'team' } })).status()).toBe(201)
  await elsewhere.close()

  await expectPage(page, 'Processing permits')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tasks' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectPage(page, 'Processing permits')
})

test('a page that makes passkeys is for people who are signed in (spec.txt 2)', async ({ page }) => {
  await page.goto('/auth/webauthn/register')
  await expect(page).toHaveURL(/\/login\?returnTo=/)
  await page.goto('/auth/webauthn/login')
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use code' })).toBeVisible()
})

test.describe('a fresh proof', () => {
  test.use({ expectedConsole: /status of 403/ })

  test('when the server asks for a fresh proof, the passkey is asked for and the work goes on (contract.md 3)', async ({ page }) => {
    await plugIn(page)
    await page.goto('/sign-up')
    await page.getByLabel('Name').fill('Bea Ruiz')
    await page.getByLabel('Email').fill(`bea.ruiz.${Date.now()}@portal.example`)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await expect(page).toHaveURL(/\/unauthorized/)
    const me = CurrentUser.parse(await (await page.request.get('/api/auth/me')).json())
    const desk = await (await page.context().browser()?.newContext())?.newPage()
    if (desk === undefined) throw new Error('no second browser')
    await signInAs(desk, 'superadmin')
    expect((await desk.request.post(`/api/auth/requests/${me.pid}/approve`, { data: { role: 'team' } })).status()).toBe(201)
    await desk.context().close()
    await expectPage(page, 'Processing permits')

    // Five minutes pass for one call: what the server then says is put in its mouth at the network's edge.
    let refusals = 0
    const problem = { type: 'reauth-required', title: 'Confirm that it is you', status: 403, detail: 'Confirm that it is you.', instance: 'x' }
    await page.route('**/api/crud', (route) => {
      refusals += 1
      return refusals === 1
        ? route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) })
        : route.continue()
    })
    const proven = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/webauthn/step-up/verify'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payments' }).click()
    expect((await proven).status()).toBe(204)
    await expectPage(page, 'Payments')
  })
})
