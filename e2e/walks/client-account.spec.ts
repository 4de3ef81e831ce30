import type { Page } from 'playwright/test'
import { comeInAsClient } from '../support/client-work.ts'
import { freshEmail, plugIn, signOut } from '../support/people.ts'
import { expect, expectPage } from '../support/portal.ts'
import { expectToast } from '../support/records.ts'
import { task } from '../support/walk.ts'

const openAccount = async (page: Page) => {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Passkeys and sessions' }).click()
  await expectPage(page, 'Passkeys and sessions')
}

task('client', 1, 'Sign up with a passkey and wait for approval', 'client', async ({ page, start }) => {
  const email = freshEmail('iris.vale')
  await plugIn(page)
  await page.context().clearCookies()
  await start('/login')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Name').fill('Iris Vale')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Organization').fill('Vale Roofing')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  await expect(page.getByText('Your request was sent to the administrators, Iris Vale.')).toBeVisible()
})

task('client', 2, 'Sign in with my passkey', 'client', async ({ page, browser, start }) => {
  await comeInAsClient(page, browser, 'Jon Wick')
  await signOut(page)
  await start('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectPage(page, 'Processing permits')
})

task('client', 26, 'Change my name and phone', 'client', async ({ page, browser, start }) => {
  await comeInAsClient(page, browser, 'Kim Dale')
  await start('/permits/processing')
  await openAccount(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kim Dale-Ross')
  await page.getByRole('textbox', { name: 'Phone (optional)' }).fill('(512) 555-0144')
  await page.getByRole('button', { name: 'Update name and phone' }).click()
  await expectToast(page, 'Name and phone saved')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu')).toContainText('Kim Dale-Ross')
})

task('client', 27, 'Set my time zone and mute alerts', 'client', async ({ page, browser, start }) => {
  await comeInAsClient(page, browser, 'Mara Lind')
  await start('/permits/processing')
  await page.getByRole('button', { name: /^Alerts/ }).click()
  const alerts = page.getByRole('dialog', { name: 'Alerts' })
  await alerts.getByRole('button', { name: 'Mute sounds' }).click()
  await expect(alerts.getByRole('button', { name: 'Unmute sounds' })).toBeVisible()
  await page.keyboard.press('Escape')
  await openAccount(page)
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Denver')
  await page.getByRole('option', { name: /Denver/ }).click()
  await expectToast(page, 'Time zone saved')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/Denver/)
})

task('client', 28, 'Make recovery codes', 'client', async ({ page, browser, start }) => {
  await comeInAsClient(page, browser, 'Lea Moor')
  await start('/permits/processing')
  await openAccount(page)
  await page.getByRole('button', { name: 'Create new codes' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 codes left.')).toBeVisible()
})
