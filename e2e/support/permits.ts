import type { Locator, Page } from 'playwright/test'
import { expect } from './portal.ts'

/** Takes a step by its button and what its dialog asks for; done when the dialog has closed. `of` names the record where the button does. */
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

/** Fills the reason a step asks for. */
export const because = (reason: string) => (dialog: Locator) => dialog.getByRole('textbox', { name: /^Reason/ }).fill(reason)

/** Opens a record at one of its tabs; answers its drawer. */
export async function openTab(page: Page, path: string, title: string, tab: string): Promise<Locator> {
  await page.goto(`${path}?tab=${encodeURIComponent(tab).replaceAll('%20', '+')}`)
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await expect(drawer.getByRole('tab', { name: tab, exact: true, selected: true })).toBeVisible()
  return drawer
}

/** Turns to another tab of an open record. */
export async function turnTo(drawer: Locator, tab: string): Promise<void> {
  await drawer.getByRole('tab', { name: tab, exact: true }).click()
  await expect(drawer.getByRole('tab', { name: tab, exact: true, selected: true })).toBeVisible()
}

/** Reads on the screen why a step is not possible now. */
export async function expectRefused(drawer: Locator, ...reasons: string[]): Promise<void> {
  const refused = drawer.getByRole('region', { name: 'Not possible now' })
  for (const reason of reasons) await expect(refused).toContainText(reason)
}
