import type { Page } from 'playwright/test'
import { approve, joinPortal, freshEmail, plugIn, signOut } from '../support/people.ts'
import { expect, expectPage, test } from '../support/portal.ts'

/** Signs in at the provider under this login, and says yes to what the portal asks of it. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

// The provider's own pages ask for a font of another host and for an icon; calls that find a session over are
// refused on purpose.
test.use({ expectedConsole: /fonts\.googleapis\.com|favicon\.ico|status of (401|403|409)/ })

const unique = (name: string) => `${name}.${Date.now()}`

test('somebody new comes by Microsoft, is approved, is in with one click from then on, and proves there who they are (contract.md 3)', async ({
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

  // Five minutes pass for one call. Without a passkey the proof is a fresh sign-in at Microsoft, in a window
  // of its own.
  let refusals = 0
  const problem = {
    type: 'reauth-required',
    title: 'Confirm that it is you',
    status: 403,
    detail: 'Confirm that it is you.',
    instance: 'x',
  }
  await page.route('**/api/auth/recovery-codes', (route) => {
    refusals += 1
    return refusals === 1
      ? route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) })
      : route.continue()
  })
  await page.goto('/account')
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const opened = page.waitForEvent('popup')
  await page
    .getByRole('dialog', { name: 'Confirm that it is you' })
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

test('a Microsoft account is linked under Passkeys and sessions, signs in, also over a page whose session is over, and is unlinked (issue 4)', async ({
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
  const overlay = page.getByRole('dialog', { name: 'Your session has ended' })
  await overlay.getByRole('button', { name: 'Sign in with Microsoft' }).click()
  await expect(overlay).toBeHidden()
  await expectPage(page, 'Payments')
  await expect(page.getByRole('grid')).toBeVisible()

  await page.goto('/account')
  await page.getByRole('button', { name: 'Unlink Microsoft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink Microsoft' }).click()
  await expect(page.getByText('No Microsoft account is linked.')).toBeVisible()
})
