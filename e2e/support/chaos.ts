import type { Page } from 'playwright/test'
import { breakers } from './faults.ts'
import type { FaultKind } from './faults.ts'
import { expect, list, pageOfRemote, signInAs, test } from './portal.ts'

type Remote = keyof typeof pageOfRemote
const remotes: readonly Remote[] = ['mail', 'records', 'permits', 'files', 'admin']

/**
 * At full counts each fault is applied to every remote. In the suite one remote gets it, so that each of the
 * five fails at least once. The tests of the shell cover errors on load, mount and unmount, and a failing
 * registry.
 */
const inSuite: Partial<Record<FaultKind, Remote>> = {
  'entry-404': 'mail',
  'html-for-code': 'files',
  hang: 'records',
  'wrong-hash': 'admin',
  'throw-on-render': 'permits',
  'wrong-contract': 'records',
  'missing-panel': 'records',
  offline: 'records',
}
const isFull = process.env['PROVE'] === '1'

function remotesWith(fault: FaultKind): readonly Remote[] {
  const one = inSuite[fault]
  if (isFull) return remotes
  return one === undefined ? [] : [one]
}

const menuLink = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true })
const heading = (page: Page, label: string) =>
  page.getByRole('heading', { level: 1, name: label, exact: true })
const again = (page: Page) => page.getByRole('button', { name: 'Try again' })

/** Opens the remote from the menu and waits for its complete page. */
async function visit(page: Page, remote: Remote): Promise<void> {
  const [label] = pageOfRemote[remote]
  await menuLink(page, label).click()
  await expect(heading(page, label)).toBeVisible()
  await expect(page.locator(`[data-remote="${remote}"]`)).toBeVisible()
}

/** Faults of more than one remote: their banner, and pages that cannot load, offer to try again. */
const concernAll: ReadonlySet<FaultKind> = new Set(['offline', 'manifest-500'])

/** Two other remotes work: they open from the menu while this one fails. */
async function othersWork(page: Page, broken: Remote, fault?: FaultKind): Promise<void> {
  for (const remote of remotes.filter((remote) => remote !== broken).slice(0, 2)) {
    await visit(page, remote)
    if (fault === undefined || !concernAll.has(fault)) await expect(again(page)).toHaveCount(0)
  }
}

/** The text of the panel in the remote's place, where the page knows the cause. */
const inWords: Partial<Record<FaultKind, RegExp>> = {
  'entry-404': /The server has no code for version .+ \(owner: .+\): it answered 404/,
  'html-for-code': /In place of the code of version .+ \(owner: .+\) the server sent a page/,
  hang: /It did not answer within 10 seconds/,
  'wrong-hash': /The code of version .+ \(owner: .+\) is not what the portal vouches for \(integrity\)/,
  'wrong-contract': /version \^9\.0\.0 of the contract.*this portal has 1\.0\.0/,
}

/** Checks the failure, including faults that show something other than a panel with Try again. */
async function seeTrouble(page: Page, fault: FaultKind, remote: Remote): Promise<void> {
  const [label] = pageOfRemote[remote]
  if (fault === 'missing-panel') return seeMissingPanel(page)
  await menuLink(page, label).click()
  await expect(heading(page, label)).toBeVisible()
  if (fault === 'manifest-500') await expect(page.getByText(/Couldn’t reach the server/)).toBeVisible()
  else if (fault === 'throw-on-unmount')
    await expect(page.getByText('A room that does not close')).toBeVisible()
  else await expect(again(page).first()).toBeVisible()
  const words = inWords[fault]
  if (words !== undefined) await expect(page.getByText(words)).toBeVisible()
}

/** The drawer of a record works, and only the panel's own tab shows its failure. */
async function seeMissingPanel(page: Page): Promise<void> {
  const { records } = await list(page, 'payments', { pageSize: 1 })
  await page.evaluate((pid) => history.pushState(null, '', `/payments/${pid}`), String(records[0]?.['pid']))
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: 'Absent panel' }).click()
  await expect(again(page)).toBeVisible()
  await drawer.getByRole('tab', { name: 'Details' }).click()
  await expect(again(page)).toHaveCount(0)
}

/** The remote works again, without a reload of the page. */
async function seeMended(page: Page, fault: FaultKind, remote: Remote): Promise<void> {
  if (fault === 'missing-panel') {
    // The panel failed to load, so the registry is loaded again: the tab is removed with the release that
    // declared it.
    await seeMissingPanelGone(page)
    return
  }
  const [label] = pageOfRemote[remote]
  await menuLink(page, label).click()
  await expect(heading(page, label)).toBeVisible()
  if (await again(page).first().isVisible()) await again(page).first().click()
  await expect(page.getByText('A room that does not close')).toHaveCount(0)
  await expect(page.locator(`[data-remote="${remote}"]`)).toBeVisible()
  await expect(again(page)).toHaveCount(0)
  await expect(page.getByText(/Couldn’t load the settings/)).toHaveCount(0)
}

async function seeMissingPanelGone(page: Page): Promise<void> {
  const { records } = await list(page, 'payments', { pageSize: 1 })
  await page.evaluate((pid) => history.pushState(null, '', `/payments/${pid}`), String(records[0]?.['pid']))
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('tab', { name: 'Details' })).toBeVisible()
  const absent = drawer.getByRole('tab', { name: 'Absent panel' })
  if (await absent.isVisible()) await absent.click()
  await expect(absent).toHaveCount(0)
}

/**
 * Declares the tests of one kind of fault: each remote gets it in turn, navigation keeps working, and it
 * recovers without a reload.
 */
export function chaos(fault: FaultKind): void {
  test.use({ expectedConsole: /./ })
  for (const remote of remotesWith(fault)) {
    test(`${fault}: with the ${remote} remote so, the rest works, and it heals without a reload`, async ({
      page,
    }) => {
      const start = remotes.findLast((each) => each !== remote) ?? 'permits'
      await signInAs(page, 'superadmin')
      const isOffline = fault === 'offline'
      // Visits the pages first, to fill the cached registry and load the pages that remain available without
      // a network.
      if (isOffline || fault === 'manifest-500') {
        await page.goto(pageOfRemote[start][1])
        await othersWork(page, remote)
      }
      const mend = await breakers[fault](page, remote)
      if (!isOffline) await page.goto(pageOfRemote[start][1])
      await expect(
        heading(
          page,
          isOffline
            ? pageOfRemote[remotes.filter((each) => each !== remote)[1] ?? 'records'][0]
            : pageOfRemote[start][0],
        ),
      ).toBeVisible()
      await page.evaluate(() => Object.assign(window, { neverReloaded: true }))

      await seeTrouble(page, fault, remote)
      await othersWork(page, remote, fault)
      await mend()
      await seeMended(page, fault, remote)
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true)
    })
  }
}
