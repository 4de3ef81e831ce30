import type { Browser, Page } from 'playwright/test'
import { AccessRequestList } from '@portal/contract'
import { deskOf, freshEmail, plugIn, signUp } from './people.ts'
import { packageOf, takeSteps, verifyOnPaper } from './permits.ts'
import { expect, expectPage, list } from './portal.ts'
import { crud, make } from './records.ts'

/** One transition through the API. */
export const step = (page: Page, path: string, body: object) =>
  crud(page, { apiPath: `${path}/transitions`, method: 'POST', body })

/** A request sent by the page's client; returns the permit's pid. */
export async function sentRequest(page: Page, title: string): Promise<string> {
  const permit = await make(page, 'permits', { title, permitType: 'SIGN' })
  await step(page, `permits/${permit}`, { to: 'NEW' })
  return permit
}

/** A request of the page's client after these transitions by staff; returns the permit's pid. */
export async function requestAt(
  page: Page,
  browser: Browser,
  title: string,
  steps: readonly object[],
): Promise<string> {
  const permit = await sentRequest(page, title)
  const desk = await deskOf(browser, 'admin')
  for (const body of steps) await step(desk, `permits/${permit}`, body)
  await desk.context().close()
  return permit
}

export const prepared: readonly object[] = [{ to: 'INTAKE_REVIEW' }, { to: 'IN_PREPARATION' }]

/** A request whose client was asked to upload the application form; returns permit and client task. */
export async function askedForForm(
  page: Page,
  browser: Browser,
  title: string,
): Promise<{ permit: string; task: string }> {
  const items = [{ title: `The form of ${title}`, requiredDocument: 'APPLICATION_FORM' }]
  const permit = await requestAt(page, browser, title, [
    { to: 'INTAKE_REVIEW' },
    { to: 'WAITING_CLIENT', reason: 'The form is missing', items },
  ])
  const [task] = (await list(page, 'ctasks', { filter: { permit } })).records
  return { permit, task: String(task?.['pid']) }
}

/** As staff, verifies the documents of a permit's package on paper and submits it. */
export async function submitOnPaper(desk: Page, permit: string): Promise<void> {
  const pack = await packageOf(desk, permit)
  await verifyOnPaper(desk, pack)
  await takeSteps(desk, `rts/${pack}`, 'READY', 'SUBMITTED')
}

/** A text file as a client would select it. */
export const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })

/** A new client user of the demo organization, signed in with a passkey on the device of this page. */
export async function comeInAsClient(page: Page, browser: Browser, name: string): Promise<void> {
  const org: unknown = Reflect.get(
    Object((await list(page, 'permits', { pageSize: 1 })).records[0]?.['org']),
    'pid',
  )
  const email = freshEmail(name.toLowerCase().replaceAll(' ', '.'))
  await page.context().clearCookies()
  await plugIn(page)
  await signUp(page, name, email)
  const desk = await deskOf(browser, 'superadmin')
  const response = await desk.request.get('/api/auth/requests?state=PENDING&pageSize=1000')
  const pid = AccessRequestList.parse(await response.json()).requests.find(
    (request) => request.email === email,
  )?.pid
  expect(
    (
      await desk.request.post(`/api/auth/requests/${pid}/approve`, { data: { role: 'client', org } })
    ).status(),
  ).toBe(201)
  await desk.context().close()
  await expectPage(page, 'Processing permits')
}
