import type { Page } from 'playwright'
import { z } from 'zod'
import type { Process } from './two-servers.ts'

const Me = z.object({ pid: z.string() })

async function asAdmin(server: Process, cookie: string, path: string, body?: object): Promise<unknown> {
  const headers = { cookie, 'content-type': 'application/json' }
  const answer = await fetch(server.origin + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Resolves with the time of day at which the count on the button `Alerts` is another one, and painted. */
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
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
        })
        observer.observe(document.body, { subtree: true, attributes: true, childList: true })
      }),
  )
}

/** Milliseconds from asking one process for an alert until an open page of the other shows it. */
export async function alertTimes(page: Page, one: Process, cookie: string, times: number): Promise<number[]> {
  const { pid } = Me.parse(await asAdmin(one, cookie, '/api/auth/me'))
  const found: number[] = []
  for (let n = 0; n < times; n += 1) {
    const shown = nextCount(page)
    // The page has begun to look before the alert is raised; what it does about the last one is over.
    await page.waitForTimeout(1_300)
    const askedAt = performance.timeOrigin + performance.now()
    await asAdmin(one, cookie, '/api/crud', {
      apiPath: '/alerts',
      method: 'POST',
      body: { title: `Alert ${n} of the bench`, user: pid },
    })
    found.push((await shown) - askedAt)
  }
  return found
}
