import type { Page } from 'playwright/test'
import { joinPortal, freshEmail, plugIn } from '../support/people.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

// Calls with an ended session are refused on purpose.
test.use({ expectedConsole: /status of 401/ })

/** Opens the notes of the first permit and starts one. */
async function beginNote(page: Page, text: string): Promise<void> {
  await page.goto('/permits/processing')
  await page.getByRole('grid').getByRole('row').nth(1).getByText(/^PM-/).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click()
  await page.getByRole('textbox', { name: 'New note' }).fill(text)
}

const overlay = (page: Page) => page.getByRole('dialog', { name: 'Your session expired' })

test('a session that ends over an unsaved note is renewed by passkey, and the note is saved (issue 4)', async ({
  page,
  browser,
}) => {
  await plugIn(page)
  await joinPortal(page, browser, 'Gil Osei', freshEmail('gil.osei'), 'team')
  const text = `The inspector wants the site plan by Friday. ${Date.now()}`
  await beginNote(page, text)
  const address = page.url()
  await page.context().clearCookies({ name: 'session_token' })
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(overlay(page)).toContainText('Sign in as Gil Osei')
  await overlay(page).getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(overlay(page)).toBeHidden()
  await expect(page.getByRole('dialog').getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('')
  expect(page.url()).toBe(address)
})

test('a sign-in in another tab closes the dialog, and the input can be saved (issue 4)', async ({
  page,
  context,
}) => {
  await signInAs(page, 'team')
  await beginNote(page, 'Half a sentence')
  await context.clearCookies({ name: 'session_token' })
  await page.getByRole('dialog').getByRole('tab', { name: 'History' }).click()
  await expect(overlay(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/login')
  await other.getByRole('button', { name: 'Continue as team' }).click()
  await expectPage(other, 'Processing permits')
  await expect(overlay(page)).toBeHidden()
  await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('Half a sentence')
  await other.close()
})

test('another user who signs in there gets a reloaded page without the input (issue 4)', async ({ page }) => {
  await signInAs(page, 'team')
  await beginNote(page, 'For my own eyes')
  await page.context().clearCookies({ name: 'session_token' })
  await page.getByRole('button', { name: 'Add note' }).click()
  const loaded = page.waitForEvent('load')
  await overlay(page).getByRole('button', { name: 'Continue as admin' }).click()
  await loaded
  await expectPage(page, 'Processing permits')
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('tab', { name: 'Notes' }).click()
  await expect(page.getByRole('textbox', { name: 'New note' })).toHaveValue('')
})
