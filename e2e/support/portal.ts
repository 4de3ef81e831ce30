import { test as base, expect } from 'playwright/test'
import type { Page } from 'playwright/test'
import { findCollection, Metadata } from '@portal/contract'
import type { Role } from '@portal/contract'
import { startOwnServer } from './own-server.ts'

/** Page and heading of every menu entry, as each role sees the menu. Source: specification.md 2 and 6. */
export const menuOfRole: Record<Role, readonly (readonly [label: string, path: string])[]> = (() => {
  const all = [
    ['Mails', '/mail'],
    ['Notifications', '/notifications'],
    ['Processing permits', '/permits/processing'],
    ['Processed permits', '/permits/processed'],
    ['Search permits', '/permits/search'],
    ['Payments', '/payments'],
    ['Tasks', '/tasks'],
    ['Client Tasks', '/ctasks'],
    ['Upload documents', '/upload_documents'],
    ['Ready to Submit', '/ready_to_submits'],
    ['Organizations', '/organizations'],
    ['Users', '/users'],
    ['Restricted folder', '/folders/restricted'],
    ['Team folder', '/folders/team'],
  ] as const
  const without = (...hidden: string[]) => all.filter(([label]) => !hidden.includes(label))
  return {
    superadmin: without('Client Tasks'),
    admin: without('Client Tasks', 'Organizations'),
    team: without('Users', 'Client Tasks', 'Organizations', 'Restricted folder'),
    client: without('Mails', 'Tasks', 'Users', 'Organizations', 'Team folder', 'Restricted folder'),
  }
})()

/** A page of each remote in the superadmin's menu: label and address. */
export const pageOfRemote = {
  mail: ['Mails', '/mail'],
  records: ['Tasks', '/tasks'],
  permits: ['Processing permits', '/permits/processing'],
  files: ['Team folder', '/folders/team'],
  admin: ['Users', '/users'],
} as const

interface WorkerFixtures {
  portalOfProject: undefined
}

interface PortalFixtures {
  /** Console messages a test causes on purpose; every other error or warning fails it. */
  expectedConsole: RegExp | null
  quietConsole: undefined
}

/**
 * Requests a page makes automatically, which are refused after its session has ended: session, stream,
 * alerts, reports of pages.
 */
const askedSignedOut = /\/api\/(?:auth\/me|stream|crud|federation\/(?:loads|vitals))$/

/** A test that fails on console errors and warnings (except the network errors of a signed-out browser). */
export const test = base.extend<PortalFixtures, WorkerFixtures>({
  portalOfProject: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from this pattern
    async ({}, use, { project }) => {
      if (project.name !== 'alone') return use(undefined)
      const server = await startOwnServer(1)
      await use(undefined)
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 180_000 },
  ],
  expectedConsole: [null, { option: true }],
  quietConsole: [
    async ({ page, expectedConsole }, use) => {
      const lines: string[] = []
      const note = (line: string) => {
        if (expectedConsole?.test(line) !== true) lines.push(line)
      }
      page.on('console', (message) => {
        const isSignedOut = askedSignedOut.test(message.location().url) && message.text().includes('401')
        if (['error', 'warning'].includes(message.type()) && !isSignedOut)
          note(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => note(String(error)))
      await use(undefined)
      expect(lines, 'errors and warnings in the browser console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/**
 * Signs in with a demo account without the login page. Leaves an open page first, because it would reload for
 * another user.
 */
export async function signInAs(page: Page, role: Role): Promise<void> {
  const { origin } = new URL(page.url() === 'about:blank' ? originOf(page) : page.url())
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  const response = await page.request.post(`${origin}/api/auth/demo`, {
    data: { role },
    headers: { Origin: origin },
  })
  expect(response.status()).toBe(204)
}

function originOf(page: Page): string {
  const { baseURL } = test.info().project.use
  if (baseURL === undefined) throw new Error(`No address is configured for ${page.url()}`)
  return baseURL
}

/** The outline that stands for a page or a table while its code or its records are on their way. */
const outline = '.room-skeleton, main .MuiSkeleton-root'

/**
 * Waits until the page with this heading is shown and its remote has rendered content. The heading is of the
 * shell, which draws it before the code of the remote has arrived.
 */
export async function expectPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await expectDrawn(page)
}

/** Waits until the code and the first records of the page have arrived. */
export async function expectDrawn(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toHaveText(/\w{4}/)
  await expect(page.locator(outline)).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}

/**
 * A list call with the page's own session: the exact count and the records. Throws when the answer is not a
 * list.
 */
export async function list(
  page: Page,
  apiPath: string,
  query: object = {},
): Promise<{ count: number; records: Record<string, unknown>[] }> {
  const response = await page.request.post('/api/crud', { data: { apiPath, method: 'GET', query } })
  const body: unknown = await response.json()
  const field = findCollection(apiPath)?.responseField ?? apiPath
  const records: unknown = Reflect.get(Object(body), field)
  if (!Array.isArray(records)) throw new Error(`${apiPath} answered ${response.status()} and no list`)
  return { count: Metadata.parse(Reflect.get(Object(body), 'metadata')).count, records }
}
