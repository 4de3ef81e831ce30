import { chromium } from 'playwright'
import type { Page } from 'playwright'
import { chromiumPath } from '../../scripts/browser.mjs'
import { median } from './load.ts'
import type { Measure } from './measures.ts'

const opens = 12
const pageName = 'Processing permits'

/**
 * Returns the milliseconds from the next click (browser timestamp) until the drawer has painted the record
 * with this number, including its tab.
 */
function fromClickUntilShown(page: Page, number: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const isShown = () => {
          const drawer = document.querySelector('[role="dialog"]')
          const details = drawer?.querySelector('[role="tabpanel"]')
          return drawer?.textContent.includes(wanted) === true && (details?.textContent ?? '') !== ''
        }
        const look = (beganMs: number) => {
          if (isShown()) requestAnimationFrame(() => resolve(performance.now() - beganMs))
          else requestAnimationFrame(() => look(beganMs))
        }
        addEventListener('click', (event) => look(event.timeStamp), { once: true, capture: true })
      }),
    number,
  )
}

function within(what: string, times: readonly number[], goal: number): Measure {
  const middle = median(times)
  return {
    what: `${what} (slowest of ${times.length}: ${Math.round(Math.max(...times))} ms)`,
    ours: `${Math.round(middle)} ms`,
    limit: '',
    ratio: '',
    goal: `<= ${goal} ms`,
    isMet: middle <= goal,
  }
}

/**
 * Times of the drawer in a browser on the built portal: opening it by a click on a row, and moving to the
 * next record.
 */
export async function drawerTimes(origin: string, cookie: string): Promise<Measure[]> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: origin }])
    const page = await context.newPage()
    await page.goto(`${origin}/permits/processing`)
    const grid = page.getByRole('grid', { name: pageName })
    const rows = grid.getByRole('row').filter({ hasText: /PM-/ })
    await rows.first().waitFor()
    const numbers = (await rows.allTextContents())
      .map((text) => /PM-\d{4}-\d+/.exec(text)?.[0] ?? '')
      .slice(0, opens)
    const drawer = page.getByRole('dialog')
    const opened: number[] = []
    for (const number of numbers) {
      const shown = fromClickUntilShown(page, number)
      await grid.getByRole('row').filter({ hasText: number }).getByRole('gridcell').nth(2).click()
      opened.push(await shown)
      await drawer.getByRole('button', { name: 'Close' }).click()
      await drawer.waitFor({ state: 'detached' })
    }
    const moved: number[] = []
    await grid
      .getByRole('row')
      .filter({ hasText: numbers[0] ?? '' })
      .getByRole('gridcell')
      .nth(2)
      .click()
    for (const number of numbers.slice(1)) {
      const shown = fromClickUntilShown(page, number)
      await drawer.getByRole('button', { name: 'Next record' }).click()
      moved.push(await shown)
    }
    return [
      within('drawer open after the click on a row', opened, 250),
      within('next record in the drawer', moved, 100),
    ]
  } finally {
    await browser.close()
  }
}
