import type { Browser, Page } from 'playwright/test'
import { AccessRequestList, addDays, formatDay } from '@portal/contract'
import { makeFile } from '../support/files.ts'
import { deskOf, freshEmail, plugIn, signUp, today } from '../support/people.ts'
import { expectRefused, openTab, take } from '../support/permits.ts'
import { expect, expectPage, list, test } from '../support/portal.ts'
import { crud, make, read, unique } from '../support/records.ts'

/** A new client user of an organization, signed in on a page of their own. */
async function clientOf(browser: Browser, desk: Page, org: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await plugIn(page)
  const email = freshEmail('client')
  await signUp(page, 'Carla Client', email)
  const response = await desk.request.get('/api/auth/requests?state=PENDING&pageSize=1000')
  const { requests } = AccessRequestList.parse(await response.json())
  const pid = requests.find((request) => request.email === email)?.pid
  const approved = await desk.request.post(`/api/auth/requests/${pid}/approve`, {
    data: { role: 'client', org },
  })
  expect(approved.status()).toBe(201)
  await expectPage(page, 'Processing permits')
  return page
}

test('the insurance of a client lapses, the client hands in a new certificate, and its date counts once it is accepted', async ({
  browser,
}) => {
  const desk = await deskOf(browser, 'superadmin')
  const legalName = unique('Lapsing Builders')
  const org = await make(desk, 'orgs', { legalName })
  const client = await clientOf(browser, desk, org)
  const day = await today(desk)
  const { version } = await read(desk, `orgs/${org}`)
  const body = { liabilityExpiry: addDays(day, -2), version }
  await crud(desk, { apiPath: `orgs/${org}`, method: 'PATCH', body })

  // A certificate that has lapsed is asked for within seconds.
  const tasks = async () => (await list(client, 'ctasks')).records
  await expect.poll(async () => (await tasks()).length, { timeout: 60_000 }).toBe(1)
  const [task] = await tasks()
  const [pid, title] = [String(task?.['pid']), String(task?.['title'])]

  const asked = await openTab(client, `/ctasks/${pid}`, title, 'Processing status')
  await expectRefused(asked, 'Upload the requested document first: Insurance certificate.')
  await makeFile(client, `ctasks/${pid}`, `tasks/${pid}`, 'Certificate.txt')
  const next = addDays(day, 300)
  await take(
    client,
    await openTab(client, `/ctasks/${pid}`, title, 'Processing status'),
    'Submit',
    title,
    (dialog) => dialog.getByLabel('Expiration date of the new certificate').fill(next),
  )
  expect((await read(desk, `orgs/${org}`))['liabilityExpiry']).toBe(addDays(day, -2))

  const handedIn = await openTab(desk, `/ctasks/${pid}`, title, 'Processing status')
  await take(desk, handedIn, 'Complete', title, (dialog) =>
    expect(dialog.getByLabel('Expiration date of the new certificate')).toHaveValue(next),
  )
  expect((await read(desk, `orgs/${org}`))['liabilityExpiry']).toBe(next)
  await desk.goto(`/organizations?record=${org}`)
  await expect(desk.getByRole('dialog', { name: legalName, exact: true })).toContainText(formatDay(next))
  await client.context().close()
  await desk.context().close()
})
