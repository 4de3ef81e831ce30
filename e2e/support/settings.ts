import type { Page } from 'playwright/test'
import { Configuration } from '@portal/contract'
import { expect, expectPage } from './portal.ts'
import { crud } from './records.ts'

/** Opens the settings from the account menu, at one of their tabs. */
export async function openSettings(page: Page, tab?: string): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expectPage(page, 'Settings')
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click()
}

/** Saves the changes of the settings. */
export async function saveSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
}

/** The current configuration. */
export async function configurationOf(page: Page): Promise<Configuration> {
  return Configuration.parse(await crud(page, { apiPath: 'config', method: 'GET' }))
}

/** Saves that configuration again, over the current one. */
export async function putBackConfiguration(page: Page, kept: Configuration): Promise<void> {
  const { version } = await configurationOf(page)
  await crud(page, { apiPath: 'config', method: 'PATCH', body: { ...kept, version } })
}
