import { PageVitals, RemoteHealth } from '@portal/contract'
import type { LongFrames } from '@portal/contract'
import type { Page } from 'playwright/test'
import { reportFigure } from '../support/figures.ts'
import { deployRemote } from '../support/given-remote.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

const version = '1.0.0-a1b2c3d4'
const remotes = [
  { name: 'quays', version, label: 'Quays' },
  { name: 'docks', version, label: 'Docks' },
] as const
/** How code is entered: a task, a promise, a frame, the answer of a call, and a listener. */
const entrances = ['timer', 'promise', 'frame', 'fetch', 'click'] as const
/** On a busy machine a few blocks are missed, so the whole share is asked of the proof alone. */
const isProof = process.env['PROVE'] === '1'
const [rounds, leastShare] = isProof ? [10, 0.95] : [2, 0.6]
const blockMs = 200

/**
 * A function that gives an element code that blocks when it is asked to, in each way, and says when it has.
 */
const plant = (name: string) => `function (element) {
  function block() {
    var end = performance.now() + ${blockMs}
    while (performance.now() < end) {}
    window.planted = (window.planted || 0) + 1
  }
  addEventListener('plant-${name}', function (event) {
    if (event.detail === 'timer') setTimeout(block)
    if (event.detail === 'promise') setTimeout(function () { Promise.resolve().then(block) })
    if (event.detail === 'frame') requestAnimationFrame(block)
    if (event.detail === 'fetch') fetch('/api/health/live').then(block)
  })
  var button = document.createElement('button')
  button.textContent = 'Block ${name}'
  button.addEventListener('click', block)
  element.prepend(button)
}`

/** Blocks once and waits until the page has drawn a frame afterwards. */
async function block(page: Page, name: string, entrance: (typeof entrances)[number]): Promise<void> {
  const before = await page.evaluate(() => Number(Reflect.get(window, 'planted') ?? 0))
  if (entrance === 'click') await page.getByRole('button', { name: `Block ${name}` }).click()
  else
    await page.evaluate(([event, detail]) => dispatchEvent(new CustomEvent(event, { detail })), [
      `plant-${name}`,
      entrance,
    ] as const)
  await page.waitForFunction((count) => Number(Reflect.get(window, 'planted') ?? 0) > count, before)
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
}

/** The page is hidden, as when another tab is opened. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  })
}

// A script of this test stands in for one of the shell.
test.use({ bypassCSP: true })

test('blocks of 200 ms are charged to the remote whose script they are, and those of others to nobody', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(400_000)
  for (const remote of remotes) {
    await deployRemote({ ...remote, mount: plant(remote.name) }, baseURL ?? '')
  }
  const sent: LongFrames[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/federation/vitals'))
      sent.push(...PageVitals.parse(request.postDataJSON()).frames)
  })
  // Every page is among those that measure.
  await page.addInitScript(() => {
    const random = Math.random
    Math.random = () => random() / 4
  })
  await page.route('**/assets/planted.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `(${plant('shell')})(document.body)`,
    }),
  )
  await signInAs(page, 'superadmin')
  const reported = page.waitForResponse('**/api/federation/loads')
  await page.goto('/permits/processing')
  await expectPage(page, 'Processing permits')
  await reported
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const { label, name } of remotes) {
    await menu.getByRole('link', { name: label }).click()
    await expect(page.getByRole('button', { name: `Block ${name}` })).toBeVisible()
  }
  await page.addScriptTag({ url: '/assets/planted.js' })
  // Code without an address.
  await page.evaluate(`(${plant('nothing')})(document.body)`)
  for (let round = 0; round < rounds; round += 1)
    for (const entrance of entrances)
      for (const name of ['quays', 'docks', 'shell', 'nothing']) {
        // Only the remote that is mounted has its button in the page.
        const place = entrance === 'click' && name === 'quays' ? 'docks' : name
        await block(page, place, entrance)
      }
  const planted = { quays: rounds * 4, docks: rounds * 6 }
  const charged = () => {
    const count = (name: string) =>
      sent.filter(({ remote }) => remote === name).reduce((sum, frame) => sum + frame.count, 0)
    return { quays: count('quays'), docks: count('docks') }
  }
  await expect
    .poll(
      async () => {
        await hide(page)
        const { quays, docks } = charged()
        return quays + docks
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual((planted.quays + planted.docks) * leastShare)
  const { quays, docks } = charged()
  reportFigure(`charged: quays ${quays} of ${planted.quays}, docks ${docks} of ${planted.docks}`)
  expect(quays + docks).toBeGreaterThanOrEqual((planted.quays + planted.docks) * leastShare)
  expect(quays, 'blocks of others').toBeLessThanOrEqual(planted.quays)
  expect(docks, 'blocks of others').toBeLessThanOrEqual(planted.docks)
  const stored = async () => {
    const answer = await page.request.get('/api/federation/remotes/quays/health')
    return RemoteHealth.parse(await answer.json()).longFrames
  }
  const countOf = (frames: RemoteHealth['longFrames']) => frames.reduce((sum, { count }) => sum + count, 0)
  await expect.poll(async () => countOf(await stored()), { timeout: 60_000 }).toBe(quays)
  const longFrames = await stored()
  expect(longFrames[0]?.place).toMatch(/^remoteEntry\.js:\d+$/)
})
