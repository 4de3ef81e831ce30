import { chromium } from 'playwright/test'
import type { CDPSession, Page } from 'playwright/test'
import { reportFigure } from '../support/figures.ts'
import { expect, pageOfRemote, signInAs, test } from '../support/portal.ts'

const isProof = process.env['PROVE'] === '1'
/**
 * How often each remote is mounted and unmounted. The first rounds load code and fill caches, and are not
 * counted as leaks.
 */
const rounds = isProof ? 200 : 4
const warmUp = isProof ? 20 : 4
/** Allowed growth (issue 8). Few rounds are not significant for the heap, whose size varies. */
const maxGrowth = 1.05

/**
 * Compiled code is in the same heap and accounts for three quarters of its growth, so the compilers are off
 * here.
 */
const noMachineCode = '--js-flags=--no-opt --no-maglev --no-sparkplug'

interface Held {
  heapMb: number
  listeners: number
  nodes: number
}

/**
 * Opens a page of every remote in turn and waits until it is complete. Runs inside the page, so that the test
 * holds no references to it.
 */
async function goRound(page: Page, times: number): Promise<void> {
  await page.evaluate(
    async ([paths, wanted]) => {
      const stands = (remote: string) => {
        const room = document.querySelector(`.remote-place:not([hidden]) [data-remote="${remote}"]`)
        return (
          (room?.textContent ?? '') !== '' &&
          document.querySelector('[role="progressbar"], .room-skeleton') === null
        )
      }
      for (let round = 0; round < wanted; round += 1) {
        for (const [remote, path] of paths) {
          history.pushState(null, '', path)
          for (const begunMs = performance.now(); !stands(remote);) {
            if (performance.now() - begunMs > 30_000)
              throw new Error(`${remote} does not stand after 30 s, in round ${round}`)
            await new Promise((resolve) => setTimeout(resolve, 20))
          }
        }
      }
    },
    [Object.entries(pageOfRemote).map(([remote, [, path]]) => [remote, path] as const), times] as const,
  )
}

async function look(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return { heapMb: usedSize / 1_048_576, listeners: metric('JSEventListeners'), nodes: metric('Nodes') }
}

/**
 * What the page holds on a shell page without remotes, once the numbers are stable: actions pending when a
 * remote is left end later.
 */
async function heldBy(page: Page, session: CDPSession): Promise<Held> {
  await page.evaluate(() => history.pushState(null, '', '/unauthorized'))
  await expect(page.locator('.remote-place')).toHaveCount(0)
  let held = await look(session)
  for (let same = 0; same < 4;) {
    await page.waitForTimeout(500)
    const now = await look(session)
    same = now.nodes < held.nodes || now.listeners < held.listeners ? 0 : same + 1
    held = now
  }
  return held
}

test(`after ${rounds} times of opening and leaving every remote, heap, listeners and nodes have not grown (issue 8)`, async ({
  baseURL,
  launchOptions,
  viewport,
}) => {
  test.setTimeout(isProof ? 3_000_000 : 180_000)
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), noMachineCode],
  })
  const page = await browser.newPage({ viewport, ...(baseURL !== undefined && { baseURL }) })
  await signInAs(page, 'superadmin')
  await page.goto('/tasks')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await goRound(page, warmUp)
  // The first visit to the shell's page is part of the warm-up: from the second on, one more tree of about
  // 2,900 nodes is held. What holds it is not known. Over 24 more rounds the count stayed the same.
  await heldBy(page, session)
  await goRound(page, 1)
  const before = await heldBy(page, session)
  const seen = [before]
  for (let done = 0; done < rounds; done += Math.min(50, rounds)) {
    await goRound(page, Math.min(50, rounds))
    seen.push(await heldBy(page, session))
  }
  const after = seen.at(-1) ?? before
  const told = seen
    .map(({ heapMb, listeners, nodes }) => `${heapMb.toFixed(2)} MB, ${listeners} listeners, ${nodes} nodes`)
    .join('; ')
  reportFigure(told)
  await browser.close()
  // In the suite, alerts of other journeys may be in the page meanwhile; twenty leaked remotes would be
  // thousands of nodes.
  const may = (value: number) => value * maxGrowth + (isProof ? 0 : 60)
  expect([after.listeners <= may(before.listeners), after.nodes <= may(before.nodes)], told).toEqual([
    true,
    true,
  ])
  if (isProof) expect(after.heapMb, told).toBeLessThanOrEqual(may(before.heapMb))
})
