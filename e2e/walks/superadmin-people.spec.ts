import type { Browser, Locator, Page } from 'playwright/test'
import { SecondApprovals } from '@portal/contract'
import type { Role } from '@portal/contract'
import { joinPortal, freshEmail, plugIn, signUp } from '../support/people.ts'
import { expect, expectPage, list } from '../support/portal.ts'
import { expectToast, make, read, unique } from '../support/records.ts'
import { configurationOf } from '../support/settings.ts'
import { task } from '../support/walk.ts'

/** A person with a browser context and a passkey. */
interface Person {
  name: string
  email: string
  page: Page
}

async function newcomer(browser: Browser, word: string): Promise<Person> {
  const page = await (await browser.newContext()).newPage()
  await plugIn(page)
  return { name: unique(word), email: freshEmail(word.toLowerCase()), page }
}

/** A person whose access request is pending. */
async function givenRequest(browser: Browser, word: string): Promise<Person> {
  const person = await newcomer(browser, word)
  await signUp(person.page, person.name, person.email)
  return person
}

/** A person with access and this role. */
async function givenPerson(browser: Browser, word: string, role: Role): Promise<Person> {
  const person = await newcomer(browser, word)
  await joinPortal(person.page, browser, person.name, person.email, role)
  return person
}

const pidOf = async (page: Page, email: string) =>
  String((await list(page, 'users', { filter: { email } })).records[0]?.['pid'])

const openUsers = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
  await expectPage(page, 'Users')
}

/** Finds a person in the command palette and opens the tab with their account. */
async function openAccount(page: Page, name: string): Promise<Locator> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(name)
  await page.getByRole('listbox', { name: 'Results' }).getByRole('option', { name }).first().click()
  const drawer = page.getByRole('dialog', { name, exact: true })
  await drawer.getByRole('tab', { name: 'Processing status' }).click()
  return drawer
}

task(
  'superadmin',
  1,
  'Approve a request for access as team',
  'superadmin',
  async ({ page, browser, start }) => {
    const person = await givenRequest(browser, 'Dora')
    await start('/permits/processing')
    await openUsers(page)
    await page.getByRole('tab', { name: 'Requests' }).click()
    const row = page
      .getByRole('list', { name: 'Requests' })
      .getByRole('listitem')
      .filter({ hasText: person.email })
    await row.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: `Approve ${person.name}` })
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: /^Team/ }).click()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, `Approved ${person.name}`)
    await expect(row).toHaveCount(0)
    await expectPage(person.page, 'Processing permits')
    expect(await read(page, `users/${await pidOf(page, person.email)}`)).toMatchObject({
      role: 'team',
      status: 'ACTIVE',
    })
  },
)

task(
  'superadmin',
  2,
  'Refuse a request for access with a reason',
  'superadmin',
  async ({ page, browser, start }) => {
    const person = await givenRequest(browser, 'Rufus')
    await start('/permits/processing')
    await openUsers(page)
    await page.getByRole('tab', { name: 'Requests' }).click()
    const row = page
      .getByRole('list', { name: 'Requests' })
      .getByRole('listitem')
      .filter({ hasText: person.email })
    await row.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: `Reject ${person.name}` })
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Not known to the office')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, `Rejected ${person.name}`)
    await expect(row).toHaveCount(0)
  },
)

task('superadmin', 3, 'Invite a person and get the link', 'superadmin', async ({ page, start }) => {
  const [name, email] = [unique('Emil'), freshEmail('emil')]
  await start('/permits/processing')
  await openUsers(page)
  await page.getByRole('tab', { name: 'Invitations' }).click()
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: /^Team/ }).click()
  await dialog.getByRole('button', { name: 'Invite' }).click()
  const invitation = page.getByRole('dialog', { name: `Invitation for ${name}` })
  await expect(invitation.getByRole('textbox', { name: 'Link' })).toHaveValue(/^http/)
  await invitation.getByRole('button', { name: 'Done' }).click()
  await expect(
    page.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: name }),
  ).toContainText('Invitation pending')
})

task('superadmin', 4, 'Move a person to another organization', 'superadmin', async ({ page, start }) => {
  const [from, to, name] = [unique('Old firm'), unique('New firm'), unique('Mona')]
  const [org, other] = [
    await make(page, 'orgs', { legalName: from }),
    await make(page, 'orgs', { legalName: to }),
  ]
  const pid = await make(page, 'users', { name, email: freshEmail('mona'), role: 'client', org })
  await start('/permits/processing')
  const drawer = await openAccount(page, name)
  await drawer.getByRole('combobox', { name: 'Organization' }).fill(to)
  await page.getByRole('option', { name: to }).click()
  await drawer.getByRole('button', { name: 'Change role' }).click()
  await expectToast(page, 'Role changed')
  await expect(drawer.getByRole('combobox', { name: 'Organization' })).toHaveValue(to)
  expect(await read(page, `users/${pid}`)).toMatchObject({ org: { pid: other } })
})

task(
  'superadmin',
  5,
  'Close a person’s account, and reopen it',
  'superadmin',
  async ({ page, browser, start }) => {
    const person = await givenPerson(browser, 'Fay', 'team')
    await start('/permits/processing')
    const drawer = await openAccount(page, person.name)
    await drawer.getByRole('button', { name: 'Disable' }).click()
    const question = page.getByRole('dialog', { name: `Disable: ${person.name}` })
    await question.getByRole('textbox', { name: 'Reason' }).fill('Left the office')
    await question.getByRole('button', { name: 'Disable' }).click()
    await expect(drawer.getByRole('button', { name: 'Activate' })).toBeVisible()
    await expect(drawer.getByText('No active sessions.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Activate' }).click()
    await page
      .getByRole('dialog', { name: `Activate: ${person.name}` })
      .getByRole('button', { name: 'Activate' })
      .click()
    await expect(drawer.getByRole('button', { name: 'Disable' })).toBeVisible()
    expect(await read(page, `users/${await pidOf(page, person.email)}`)).toMatchObject({ status: 'ACTIVE' })
  },
)

task(
  'superadmin',
  6,
  'Help somebody who lost their passkey',
  'superadmin',
  async ({ page, browser, start }) => {
    const person = await givenPerson(browser, 'Lola', 'team')
    await start('/permits/processing')
    const drawer = await openAccount(page, person.name)
    await drawer.getByRole('list', { name: 'Passkeys' }).getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(drawer.getByText('No passkeys.')).toBeVisible()
    await drawer.getByRole('button', { name: 'Create enrollment link' }).click()
    const enrolment = page.getByRole('dialog', { name: `Enrollment link for ${person.name}` })
    await expect(enrolment.getByRole('textbox', { name: 'Link' })).toHaveValue(/^http/)
    await enrolment.getByRole('button', { name: 'Copy link' }).click()
    await expect(enrolment).toContainText('Copied')
  },
)

task(
  'superadmin',
  7,
  'See where somebody is signed in, and end it',
  'superadmin',
  async ({ page, browser, start }) => {
    const person = await givenPerson(browser, 'Sela', 'team')
    await start('/permits/processing')
    const drawer = await openAccount(page, person.name)
    await expect(drawer.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
    await drawer.getByRole('button', { name: 'End all sessions' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }).click()
    await expectToast(page, 'Sessions ended')
    await expect(drawer.getByText('No active sessions.')).toBeVisible()
    await expect(person.page.getByRole('dialog', { name: 'Your session expired' })).toBeVisible()
  },
)

/** Changes the settings by an API call. Returns the status: 409 when another superadmin must approve. */
async function setSecondApproval(page: Page, secondApproval: boolean): Promise<number> {
  const kept = await configurationOf(page)
  const body = { ...kept, settings: { ...kept.settings, secondApproval } }
  return (
    await page.request.post('/api/crud', { data: { apiPath: 'config', method: 'PATCH', body } })
  ).status()
}

task(
  'superadmin',
  8,
  'Approve what another superadmin asks for',
  'superadmin',
  async ({ page, browser, start }) => {
    const other = await givenPerson(browser, 'Owen', 'superadmin')
    const name = unique('Ada')
    const candidate = await make(page, 'users', { name, email: freshEmail('ada'), role: 'team' })
    expect(await setSecondApproval(page, true)).toBe(200)
    try {
      const wish = { apiPath: `users/${candidate}`, method: 'PATCH', body: { role: 'admin' } }
      expect((await other.page.request.post('/api/crud', { data: wish })).status()).toBe(409)
      await start('/permits/processing')
      await page.getByRole('button', { name: /^Alerts, / }).click()
      await page
        .getByRole('dialog', { name: 'Alerts' })
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByRole('link')
        .click()
      await expectPage(page, 'Settings')
      const row = page
        .getByRole('list', { name: 'Approval requests' })
        .getByRole('listitem')
        .filter({ hasText: name })
      await row.getByRole('button', { name: 'Approve' }).click()
      await expect(row).toContainText('Approved')
      expect(await read(page, `users/${candidate}`)).toMatchObject({ role: 'admin' })
    } finally {
      await setSecondApproval(page, false)
      const { approvals } = SecondApprovals.parse(
        await (await other.page.request.get('/api/approvals')).json(),
      )
      const pid = approvals.find(({ state }) => state === 'waiting')?.pid
      expect((await other.page.request.post(`/api/approvals/${pid}/approve`, { data: {} })).status()).toBe(
        204,
      )
    }
  },
)
