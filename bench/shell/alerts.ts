import type { Page } from 'playwright'
import { z } from 'zod'
import type { Process } from './two-servers.ts'

const Me = z.object({ pid: z.string() })

async function asAdmin(server: Process, cookie: string, path: string, body?: object): Promise<unknown> {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(server.origin + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return response.json()
}

/** Resolves with the wall-clock time at which a changed count on the `Alerts` button is painted. */
function nextCount(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const nameOf = () =>
          document.querySelector('header button[aria-label^="Alerts"]')?.getAttribute('aria-label')
        const before = nameOf()
        const observer = new MutationObserver(() => {
          if (nameOf() === before) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(Date.now()))
        })
        observer.observe(document.body, { subtree: true, attributes: true, childList: true })
      }),
  )
}

/** Milliseconds from creating an alert on one process until an open page of the other process shows it. */
export async function alertTimes(page: Page, one: Process, cookie: string, times: number): Promise<number[]> {
  const { pid } = Me.parse(await asAdmin(one, cookie, '/api/auth/me'))
  const found: number[] = []
  for (let n = 0; n < times; n += 1) {
    const shown = nextCount(page)
    // Wait until the observer is installed and the page has finished handling the previous alert.
    await page.waitForTimeout(1_300)
    const askedAt = Date.now()
    await asAdmin(one, cookie, '/api/crud', {
      apiPath: '/alerts',
      method: 'POST',
      body: { title: `Alert ${n} of the bench`, user: pid },
    })
    found.push((await shown) - askedAt)
  }
  return found
}
