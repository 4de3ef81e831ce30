import type { Page } from 'playwright/test'
import { approve, joinPortal, freshEmail, plugIn, signOut } from '../support/people.ts'
import { expect, expectPage, test } from '../support/portal.ts'

/** Signs in at the provider with this login, and consents to the portal's request. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

// The provider's pages request a font of another host and an icon; calls with an ended session are refused on
// purpose.
test.use({ expectedConsole: /fonts\.googleapis\.com|favicon\.ico|status of (401|403|409)/ })

const unique = (name: string) => `${name}.${Date.now()}`

test('a new user signs up with Microsoft, is approved, signs in, and completes a step-up there (contract.md 3)', async ({
  page,
  browser,
}) => {
  const login = unique('hana')
  await page.goto('/login?returnTo=/payments')
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await signInThere(page, login)
  await expect(page).toHaveURL(/\/unauthorized/)
  await approve(browser, `${login}@contoso.example`, 'team')
  await expectPage(page, 'Processing permits')
  await signOut(page)
  await page.goto('/login?returnTo=/payments')
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await expectPage(page, 'Payments')

  // Simulates five minutes for one call. Without a passkey the step-up is a new sign-in at Microsoft, in a
  // separate window.
  let refusals = 0
  const problem = {
    type: 'reauth-required',
    title: 'Confirm your identity',
    status: 403,
    detail: 'Confirm your identity.',
    instance: 'x',
  }
  await page.route('**/api/auth/recovery-codes', (route) => {
    refusals += 1
    return refusals === 1
      ? route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.continue()
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Create new codes' }).click()
  const opened = page.waitForEvent('popup')
  await page
    .getByRole('dialog', { name: 'Confirm your identity' })
    .getByRole('button', { name: 'Confirm with Microsoft' })
    .click()
  const there = await opened
  await there.getByPlaceholder('Enter any login').fill(login)
  await there.getByPlaceholder('and password').fill('any')
  await there.getByRole('button', { name: 'Sign-in' }).click()
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')).toHaveCount(
    10,
  )
})

test('a Microsoft account is linked, signs in (also over a page with an ended session), and is unlinked (issue 4)', async ({
  page,
  browser,
}) => {
  const login = unique('ivo')
  await plugIn(page)
  await joinPortal(page, browser, 'Ivo Brandt', freshEmail('ivo'), 'team')
  await page.goto('/account')
  await page.getByRole('button', { name: 'Link Microsoft', exact: true }).click()
  await signInThere(page, login)
  await expectPage(page, 'Passkeys and sessions')
  await expect(page.getByRole('list', { name: 'Microsoft' })).toContainText(`${login}@contoso.example`)

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await expectPage(page, 'Processing permits')

  await page.context().clearCookies({ name: 'session_token' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payments' }).click()
  const overlay = page.getByRole('dialog', { name: 'Your session expired' })
  await overlay.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await expect(overlay).toBeHidden()
  await expectPage(page, 'Payments')
  await expect(page.getByRole('grid')).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Unlink Microsoft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink Microsoft' }).click()
  await expect(page.getByText('No Microsoft account is linked.')).toBeVisible()
})
