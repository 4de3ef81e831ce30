import { Checklist } from '@portal/contract'
import type { Locator, Page } from 'playwright/test'
import { expect, list } from './portal.ts'
import { crud, make, read } from './records.ts'

/** Creates a sign permit of some client; returns its pid. */
export async function makePermit(page: Page, title: string, more: object = {}): Promise<string> {
  const [org] = Object(
    await crud(page, { apiPath: 'orgs/lookup', method: 'GET', query: { limit: 1 } }),
  ).options
  return make(page, 'permits', { title, org: org.pid, permitType: 'SIGN', ...more })
}

/** Takes transitions of a record in order, through the API. `path` is `permits/<pid>`. */
export async function takeSteps(page: Page, path: string, ...steps: readonly string[]): Promise<void> {
  for (const to of steps) await crud(page, { apiPath: `${path}/transitions`, method: 'POST', body: { to } })
}

/** The package of a permit's newest cycle. */
export async function packageOf(page: Page, permit: string): Promise<string> {
  const { records } = await list(page, 'rts', { filter: { permit }, sort: '-cycleNo' })
  return String(records[0]?.['pid'])
}

/** Verifies every required document of a package as seen on paper. */
export async function verifyOnPaper(page: Page, pack: string): Promise<void> {
  for (const { documentType, required } of Checklist.parse((await read(page, `rts/${pack}`))['checklist'])) {
    if (!required) continue
    await crud(page, {
      apiPath: `rts/${pack}/checklist/${documentType}`,
      method: 'PATCH',
      body: { state: 'VERIFIED', onPaper: true },
    })
  }
}

/** Creates a permit in preparation; returns its pid and that of its package. */
export async function preparedPermit(page: Page, title: string): Promise<{ permit: string; pack: string }> {
  const permit = await makePermit(page, title)
  await takeSteps(page, `permits/${permit}`, 'INTAKE_REVIEW', 'IN_PREPARATION')
  return { permit, pack: await packageOf(page, permit) }
}

/** Creates a permit that was submitted once, with documents on paper; returns its pid. */
export async function submittedPermit(page: Page, title: string): Promise<string> {
  const { permit, pack } = await preparedPermit(page, title)
  await verifyOnPaper(page, pack)
  await takeSteps(page, `rts/${pack}`, 'READY', 'SUBMITTED')
  return permit
}

/**
 * Takes a transition with its button and fills in its dialog; resolves when the dialog has closed. `of` names
 * the record when the button does.
 */
export async function take(
  page: Page,
  within: Locator,
  step: string,
  title: string,
  fill?: (dialog: Locator) => Promise<void>,
  of?: string,
): Promise<void> {
  await within.getByRole('button', { name: of === undefined ? step : `${step}: ${of}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `${step}: ${title}` })
  await fill?.(dialog)
  await dialog.getByRole('button', { name: step, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Fills in the reason a transition asks for. */
export const because = (reason: string) => (dialog: Locator) =>
  dialog.getByRole('textbox', { name: /^(Reason|Note)/ }).fill(reason)

/** Opens a record at one of its tabs; returns its drawer. */
export async function openTab(page: Page, path: string, title: string, tab: string): Promise<Locator> {
  await page.goto(`${path}?tab=${encodeURIComponent(tab).replaceAll('%20', '+')}`)
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await expect(drawer.getByRole('tab', { name: tab, exact: true, selected: true })).toBeVisible()
  return drawer
}

/** Switches to another tab of an open record. */
export async function turnTo(drawer: Locator, tab: string): Promise<void> {
  await drawer.getByRole('tab', { name: tab, exact: true }).click()
  await expect(drawer.getByRole('tab', { name: tab, exact: true, selected: true })).toBeVisible()
}

/** Checks the displayed reasons why a transition is not possible. */
export async function expectRefused(drawer: Locator, ...reasons: string[]): Promise<void> {
  const refused = drawer.getByRole('region', { name: 'Not available yet' })
  for (const reason of reasons) await expect(refused).toContainText(reason)
}
