import { AccessRequestList, CurrentUser, dayIn, initialTimeZone, zoneOr } from '@portal/contract'
import type { LocalDate, Role } from '@portal/contract'
import type { Browser, Page } from 'playwright/test'
import { expect, expectPage, signInAs } from './portal.ts'

/** A passkey device in the browser of a page. */
export interface Device {
  /** Removes the device with all its passkeys. */
  lose(): Promise<void>
}

/** Adds a passkey device to the browser of this page; it confirms every request. */
export async function plugIn(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    lose: async () => {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
  }
}

/** A page in a separate browser context, signed in with a demo account. */
export async function deskOf(browser: Browser, role: Role): Promise<Page> {
  const desk = await (await browser.newContext()).newPage()
  await signInAs(desk, role)
  return desk
}

/** A unique email address. */
export const freshEmail = (name: string): string =>
  `${name}.${Date.now()}.${Math.floor(Math.random() * 1e6)}@portal.example`

/**
 * Signs up, creates a passkey, and ends on the page that waits for approval. The page needs a passkey device.
 */
export async function signUp(page: Page, name: string, email: string): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page).toHaveURL(/\/unauthorized/)
}

/** Approves a new user through the API. */
export async function approve(browser: Browser, email: string, role: Role): Promise<void> {
  const desk = await deskOf(browser, 'superadmin')
  const response = await desk.request.get('/api/auth/requests?state=PENDING&pageSize=1000')
  const pid = AccessRequestList.parse(await response.json()).requests.find(
    (request) => request.email === email,
  )?.pid
  expect((await desk.request.post(`/api/auth/requests/${pid}/approve`, { data: { role } })).status()).toBe(
    201,
  )
  await desk.context().close()
}

/** A new user with a role, signed in with a passkey on the device of this page. */
export async function joinPortal(
  page: Page,
  browser: Browser,
  name: string,
  email: string,
  role: Role,
): Promise<void> {
  await signUp(page, name, email)
  await approve(browser, email, role)
  await expectPage(page, 'Processing permits')
}

/** Signs out in the account menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** The signed-in user. */
export async function me(page: Page): Promise<CurrentUser> {
  return CurrentUser.parse(await (await page.request.get('/api/auth/me')).json())
}

/** Today's date in the zone of the signed-in user. */
export async function today(page: Page): Promise<LocalDate> {
  return dayIn(zoneOr((await me(page)).timeZone, initialTimeZone), new Date())
}
