import type { Page } from 'playwright'

const rooms = [
  ['mail', 'Mails'],
  ['records', 'Tasks'],
  ['permits', 'Processing permits'],
  ['files', 'Team folder'],
  ['admin', 'Users'],
] as const

/**
 * Milliseconds from the click on a menu link (browser timestamp) until the page of that remote is painted
 * with its heading and without loading indicators.
 */
async function switchTo(page: Page, remote: string, label: string): Promise<number> {
  const shown = page.evaluate(
    ([wanted, heading]) =>
      new Promise<number>((resolve) => {
        const stands = () => {
          const room = document.querySelector(`.remote-place:not([hidden]) [data-remote="${wanted}"]`)
          const isTitled = document.querySelector('h1')?.textContent === heading
          return (
            isTitled &&
            (room?.textContent ?? '') !== '' &&
            document.querySelector('[role="progressbar"], .room-skeleton') === null
          )
        }
        const look = (beganMs: number) => {
          if (stands()) requestAnimationFrame(() => resolve(performance.now() - beganMs))
          else requestAnimationFrame(() => look(beganMs))
        }
        addEventListener('click', (event) => look(event.timeStamp), { once: true, capture: true })
      }),
    [remote, label] as const,
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click()
  return shown
}

/**
 * Visits all remotes `rounds` times, after two warm-up rounds that load code and data. Returns the durations
 * of the switches by remote.
 */
export async function switchTimes(page: Page, rounds: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(rooms.map(([remote]) => [remote, []]))
  for (let round = -2; round < rounds; round += 1) {
    for (const [remote, label] of rooms) {
      const took = await switchTo(page, remote, label)
      if (round >= 0) times.get(remote)?.push(took)
      // Let the requests of the opened page finish before the next switch.
      await page.waitForTimeout(250)
    }
  }
  return times
}
