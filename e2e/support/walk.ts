import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import type { Role } from '@portal/contract'
import { reportFigure } from './figures.ts'
import { expect, expectDrawn, signInAs, test } from './portal.ts'

/** The user whose day a task belongs to. */
export type Day = 'office' | 'client' | 'superadmin'

/** The fixtures of a task. */
export interface Desk {
  page: Page
  /** For a second user in a browser of their own (`deskOf` in people.ts). */
  browser: Browser
  /** Opens the page where the task starts, and starts counting. Everything before is preparation. */
  start(path: string): Promise<void>
}

interface Effort {
  clicks: number
  keys: number
  fields: number
}

/**
 * Runs in the browser: reports each click, each key that types nothing, and each field whose value changes.
 */
function countInput(): void {
  const report = (what: string) => void Reflect.get(globalThis, 'countEffort')(what)
  let lastField: EventTarget | null = null
  const isTyped = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) =>
    key.length === 1 &&
    !ctrlKey &&
    !metaKey &&
    target instanceof HTMLElement &&
    (target.isContentEditable || 'value' in target)
  addEventListener('pointerdown', (event) => event.isTrusted && report('clicks'), true)
  addEventListener('keydown', (event) => event.isTrusted && !isTyped(event) && report('keys'), true)
  addEventListener(
    'input',
    ({ target }) => {
      if (target !== lastField) report('fields')
      lastField = target
    },
    true,
  )
}

/**
 * One task of a day, done on screen. Prints clicks, keys, filled fields and seconds, and saves a screenshot
 * of the end in `.cache/walks`. The seconds are those of portal and browser, because the task runs as fast as
 * the screen allows.
 */
export function task(
  day: Day,
  number: number,
  title: string,
  role: Role,
  work: (desk: Desk) => Promise<void>,
): void {
  test(`${day} ${number}: ${title}`, async ({ page, browser }) => {
    const effort: Effort = { clicks: 0, keys: 0, fields: 0 }
    let startedMs: number | null = null
    await page
      .context()
      .exposeBinding('countEffort', (_source, what: keyof Effort) => void (effort[what] += 1))
    await page.context().addInitScript(countInput)
    await signInAs(page, role)
    const start = async (path: string) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectDrawn(page)
      Object.assign(effort, { clicks: 0, keys: 0, fields: 0 })
      startedMs = performance.now()
    }
    await work({ page, browser, start })
    if (startedMs === null) throw new Error('A task begins with start(path)')
    const seconds = (performance.now() - startedMs) / 1_000
    const folder = join(import.meta.dirname, '../../.cache/walks')
    mkdirSync(folder, { recursive: true })
    await page.screenshot({ path: join(folder, `${day}-${number}.png`) })
    const { clicks, keys, fields } = effort
    reportFigure(
      `WALK | ${day} | ${number} | ${title} | ${clicks} clicks | ${keys} keys | ${fields} fields | ${seconds.toFixed(1)} s`,
    )
  })
}
