import type { Browser, Page } from 'playwright/test'
import { makeFile } from '../support/files.ts'
import { because, expectRefused, openTab, take, turnTo } from '../support/permits.ts'
import { expect, list, signInAs, test } from '../support/portal.ts'
import { crud, importCsv, make, openRecords, read, unique } from '../support/records.ts'

/** A client in a separate browser. */
async function clientIn(browser: Browser, baseURL: string | undefined): Promise<Page> {
  if (baseURL === undefined) throw new Error('No address is configured')
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signInAs(page, 'client')
  return page
}

/** A client writes and sends a request; returns its pid. */
async function request(client: Page, staff: Page, title: string): Promise<string> {
  await client.goto('/permits/processing')
  await client.getByRole('button', { name: 'New', exact: true }).click()
  const form = client.getByRole('dialog', { name: 'New permit' })
  await form.getByRole('textbox', { name: 'Title' }).fill(title)
  await form.getByRole('combobox', { name: 'Permit type' }).selectOption({ label: 'Sign' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(client).toHaveURL(/\/permits\/processing\/[0-9A-Z]{26}/)
  const pid = /[0-9A-Z]{26}/.exec(client.url())?.[0] ?? ''
  expect(await list(staff, 'permits', { filter: { title } })).toMatchObject({ count: 0 })
  const drawer = await openTab(client, `/permits/processing/${pid}`, title, 'Processing status')
  await take(client, drawer, 'Submit request', title)
  await expect(drawer.getByText('Received', { exact: true }).first()).toBeVisible()
  expect(await list(staff, 'permits', { filter: { title } })).toMatchObject({ count: 1 })
  return pid
}

/**
 * The client hands in the requested task: refused without the document, then accepted with it. Returns the
 * task's pid.
 */
async function handIn(client: Page, permit: string, title: string): Promise<string> {
  const [task] = (await list(client, 'ctasks', { filter: { permit, title } })).records
  const pid = String(task?.['pid'])
  const drawer = await openTab(client, `/ctasks/${pid}`, title, 'Processing status')
  await expectRefused(drawer, 'Upload the requested document first: Application form.')
  await drawer.getByRole('link', { name: 'Go to Files' }).click()
  await expect(drawer.getByRole('tab', { name: 'Files', selected: true })).toBeVisible()
  await makeFile(client, `ctasks/${pid}`, `tasks/${pid}`, 'Form.txt')
  await expect(drawer.getByText('Form.txt')).toBeVisible()
  const again = await openTab(client, `/ctasks/${pid}`, title, 'Processing status')
  await take(client, again, 'Submit', title)
  return pid
}

/** Staff accept the task and verify the document; the package becomes ready and is submitted. */
async function submit(staff: Page, permit: string, title: string, confirmation: string): Promise<void> {
  const drawer = await openTab(staff, `/permits/processing/${permit}`, title, 'Documents')
  await expect(drawer.getByRole('region', { name: 'Still needed' })).toContainText(
    'Application form: received. Verify or waive it.',
  )
  await drawer.getByRole('button', { name: 'Application form: Verify' }).click()
  await expect(drawer.getByText('100% of required documents complete')).toBeVisible()
  const number = (await drawer.getByRole('link', { name: /^RT-/ }).textContent()) ?? ''
  await take(staff, drawer, 'Mark as ready', number)
  await take(staff, drawer, 'Submit', number, (dialog) =>
    dialog.getByLabel('Confirmation number (optional)').fill(confirmation),
  )
  await expect(drawer.getByText(confirmation)).toBeVisible()
  await expect(drawer.getByText('1 file', { exact: true })).toBeVisible()
  expect(await read(staff, `permits/${permit}`)).toMatchObject({ status: 'SUBMITTED', court: 'AUTHORITY' })
}

const askFor = (what: string) => async (dialog: ReturnType<Page['getByRole']>) => {
  await dialog.getByRole('button', { name: 'Add item' }).click()
  await dialog.getByRole('textbox', { name: 'Item', exact: true }).fill(what)
  await dialog.getByRole('combobox', { name: 'Document', exact: true }).click()
  await dialog.page().getByRole('option', { name: 'Application form' }).click()
}

test('a client’s request passes intake, client task, submission, corrections and payment to its permit (issue 7)', async ({
  page: staff,
  browser,
  baseURL,
}) => {
  const title = unique('Request')
  const client = await clientIn(browser, baseURL)
  await signInAs(staff, 'admin')
  const permit = await request(client, staff, title)
  const path = `/permits/processing/${permit}`

  const drawer = await openTab(staff, path, title, 'Processing status')
  await take(staff, drawer, 'Start intake review', title)
  await take(staff, drawer, 'Request items from client', title, askFor('The form, signed'))
  const inWords = await openTab(client, path, title, 'Processing status')
  await expect(inWords.getByText('Action required').first()).toBeVisible()
  await expect(inWords.getByText('You', { exact: true })).toBeVisible()

  const first = await handIn(client, permit, 'The form, signed')
  await take(
    staff,
    await openTab(staff, `/ctasks/${first}`, 'The form, signed', 'Processing status'),
    'Complete',
    'The form, signed',
  )
  const preparing = await openTab(staff, path, title, 'Processing status')
  await expectRefused(preparing, 'The submittal package is not ready.')
  await preparing.getByRole('link', { name: 'Go to Documents' }).click()
  await expect(preparing.getByRole('tab', { name: 'Documents', selected: true })).toBeVisible()
  await submit(staff, permit, title, 'C-1')

  await turnTo(preparing, 'Processing status')
  await take(staff, preparing, 'Record corrections', title, async (dialog) => {
    await because('See the letter of the authority')(dialog)
    await askFor('The second page is missing')(dialog)
  })
  expect(await read(staff, `permits/${permit}`)).toMatchObject({
    status: 'CORRECTIONS_REQUIRED',
    court: 'CLIENT',
    cycleNo: 2,
  })
  await turnTo(preparing, 'Documents')
  await expect(preparing.getByText('The second page is missing')).toBeVisible()
  const second = await handIn(client, permit, 'The second page is missing')
  await take(
    staff,
    await openTab(staff, `/ctasks/${second}`, 'The second page is missing', 'Processing status'),
    'Complete',
    'The second page is missing',
  )
  await take(staff, await openTab(staff, path, title, 'Processing status'), 'Start preparation', title)
  await submit(staff, permit, title, 'C-2')

  const deciding = await openTab(staff, path, title, 'Processing status')
  await take(staff, deciding, 'Record start of review', title)
  await take(staff, deciding, 'Record approval', title)
  await turnTo(deciding, 'Conditions')
  await deciding.getByRole('button', { name: 'Add condition' }).click()
  const adding = staff.getByRole('dialog', { name: 'Add condition' })
  await adding.getByRole('button', { name: 'Add: Proof of insurance on file.' }).click()
  await adding.waitFor({ state: 'detached' })
  await turnTo(deciding, 'Payment data')
  await deciding.getByRole('button', { name: 'Add fee' }).click()
  const fee = staff.getByRole('dialog', { name: 'Add fee' })
  await fee.getByRole('textbox', { name: /^Amount/ }).fill('125.50')
  await fee.getByRole('button', { name: 'Add fee' }).click()
  await fee.waitFor({ state: 'detached' })
  await turnTo(deciding, 'Processing status')
  await expectRefused(
    deciding,
    'Balance due: record the payment first.',
    '1 condition must be met or waived before issuance.',
  )
  await take(staff, deciding, 'Request payment', title)

  const owed = await openTab(client, path, title, 'Payment data')
  await expect(owed.getByRole('region', { name: 'Fees' })).toContainText('$125.50')
  await expect(owed.getByRole('button', { name: /Record payment|Add fee/ })).toHaveCount(0)

  await turnTo(deciding, 'Payment data')
  const number = (await deciding.getByRole('link', { name: /^PY-/ }).textContent()) ?? ''
  await take(staff, deciding, 'Record payment', number, undefined, number)
  await turnTo(deciding, 'Conditions')
  await deciding.getByRole('button', { name: 'Mark as met: Proof of insurance on file.' }).click()
  const met = staff.getByRole('dialog', { name: 'Mark as met' })
  await met.getByRole('button', { name: 'Mark as met' }).click()
  await met.waitFor({ state: 'detached' })
  await turnTo(deciding, 'Processing status')
  await take(staff, deciding, 'Record issuance', title)
  expect(await read(staff, `permits/${permit}`)).toMatchObject({
    status: 'ISSUED',
    bucket: 'processed',
    balance: 0,
  })

  const issued = await openTab(client, `/permits/processed/${permit}`, title, 'Payment data')
  const receipt = issued.getByRole('link', { name: /^Receipt PY-/ })
  const response = await client.request.get((await receipt.getAttribute('href')) ?? '')
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await turnTo(issued, 'Pipeline')
  await expect(issued.getByRole('listitem').filter({ hasText: 'Closed out · Current' })).toContainText(
    'Issued',
  )
  await client.context().close()
})

test('a permit is held and continued, withdrawn by its client, or denied, and says so (issue 7, domain.md 2)', async ({
  page: staff,
  browser,
  baseURL,
}) => {
  const title = unique('Held')
  const client = await clientIn(browser, baseURL)
  await signInAs(staff, 'admin')
  const permit = await request(client, staff, title)
  const drawer = await openTab(staff, `/permits/processing/${permit}`, title, 'Processing status')
  await take(staff, drawer, 'Start intake review', title)
  await take(staff, drawer, 'Start preparation', title)
  await drawer.getByRole('button', { name: 'Put on hold' }).click()
  const dialog = staff.getByRole('dialog', { name: `Put on hold: ${title}` })
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Hold reason' }).click()
  await staff.getByRole('option', { name: 'Applicant request' }).click()
  await because('The owner is away')(dialog)
  await dialog.getByRole('button', { name: 'Put on hold' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await read(staff, `permits/${permit}`)).toMatchObject({ status: 'ON_HOLD', court: 'CLIENT' })
  await take(staff, drawer, 'Release hold', title, because('The owner is back'))

  const own = await openTab(client, `/permits/processing/${permit}`, title, 'Processing status')
  await expect(own.getByText('In preparation').first()).toBeVisible()
  await take(client, own, 'Withdraw', title, because('The shop closes'))
  expect(await read(staff, `permits/${permit}`)).toMatchObject({
    status: 'WITHDRAWN',
    bucket: 'processed',
    outcome: 'WITHDRAWN',
  })
  await client.context().close()
})

/** Transitions of a permit through the API, up to a status. */
async function advance(page: Page, permit: string, to: readonly string[]): Promise<void> {
  const step = (path: string, next: string) =>
    crud(page, { apiPath: `${path}/transitions`, method: 'POST', body: { to: next } })
  for (const next of to) {
    if (next === 'SUBMITTED') {
      const [pack] = (await list(page, 'rts', { filter: { permit }, sort: '-cycleNo' })).records
      const path = `rts/${String(pack?.['pid'])}`
      await crud(page, {
        apiPath: `${path}/checklist/APPLICATION_FORM`,
        method: 'PATCH',
        body: { state: 'VERIFIED', onPaper: true },
      })
      await step(path, 'READY')
      await step(path, 'SUBMITTED')
    } else await step(`permits/${permit}`, next)
  }
}

const underReview = ['INTAKE_REVIEW', 'IN_PREPARATION', 'SUBMITTED', 'UNDER_REVIEW'] as const

/** Creates a follow-up of a permit with its button; returns the pid of the new record. */
async function follow(page: Page, permit: string, title: string, button: string): Promise<string> {
  const drawer = await openTab(page, `/permits/processed/${permit}`, title, 'Relation')
  await drawer.getByRole('button', { name: button, exact: true }).click()
  await page
    .getByRole('dialog', { name: `${button} this permit?` })
    .getByRole('button', { name: button, exact: true })
    .click()
  await expect(page).toHaveURL(/\/permits\/processing\/[0-9A-Z]{26}/)
  return /[0-9A-Z]{26}/.exec(page.url())?.[0] ?? ''
}

test('an issued permit is amended; another expires and its renewal is denied (issue 7, domain.md 1.1, 2)', async ({
  page,
}) => {
  await openRecords(page, 'admin', 'Processed permits', '/permits/processed')
  const [firm, lasting, ending] = [unique('Firm'), unique('Lasting'), unique('Ending')]
  await make(page, 'orgs', { legalName: firm })
  const rows = [
    `${lasting},${firm},SIGN,ISSUED,2026-01-02,2099-01-02`,
    `${ending},${firm},SIGN,ISSUED,2025-01-02,2025-07-01`,
  ]
  await importCsv(
    page,
    'permits',
    ['Title,Client,Permit type,Status,Issued date,Expiry date', ...rows, ''].join('\n'),
  )
  const pidOf = async (title: string) =>
    String((await list(page, 'processed', { filter: { title } })).records[0]?.['pid'])

  const amended = await pidOf(lasting)
  const amendment = await follow(page, amended, lasting, 'Amend')
  await expect(await openTab(page, `/permits/processing/${amendment}`, lasting, 'Relation')).toContainText(
    'Only an issued permit can be amended.',
  )
  await expect(await openTab(page, `/permits/processed/${amended}`, lasting, 'Relation')).toContainText(
    'This permit already has an open amendment.',
  )
  await expectRefused(
    await openTab(page, `/permits/processed/${amended}`, lasting, 'Processing status'),
    'An open amendment must be closed first.',
  )
  await advance(page, amendment, [...underReview, 'APPROVED', 'ISSUED'])
  await expect(
    (await openTab(page, `/permits/processed/${amended}`, lasting, 'Processing status'))
      .getByText('Superseded')
      .first(),
  ).toBeVisible()

  const expired = await pidOf(ending)
  await expect.poll(async () => (await read(page, `processed/${expired}`))['status']).toBe('EXPIRED')
  const renewal = await follow(page, expired, ending, 'Renew')
  await advance(page, renewal, underReview)
  const drawer = await openTab(page, `/permits/processing/${renewal}`, ending, 'Processing status')
  await take(page, drawer, 'Record denial', ending, because('It stands too close to the street'))
  expect(await read(page, `permits/${renewal}`)).toMatchObject({
    status: 'DENIED',
    bucket: 'processed',
    renewalOf: { pid: expired },
  })
})
