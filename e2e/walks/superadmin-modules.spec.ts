import type { Page } from 'playwright/test'
import { givenDeveloper } from '../support/developer.ts'
import { deploy, releaseOf } from '../support/deploys.ts'
import { deskOf } from '../support/people.ts'
import { expect, expectPage } from '../support/portal.ts'
import { expectToast, unique } from '../support/records.ts'
import { openSettings, saveSettings } from '../support/settings.ts'
import { task } from '../support/walk.ts'

const entryOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const deploymentOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Deployments' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()

task(
  'superadmin',
  9,
  'Close a module to a role, and open it again',
  'superadmin',
  async ({ page, browser, start }) => {
    const team = await deskOf(browser, 'team')
    await team.goto('/permits/processing')
    await expect(entryOf(team, 'Mails')).toBeVisible()
    await start('/permits/processing')
    await openSettings(page, 'Modules')
    const module = page.getByLabel('Mail, Team', { exact: true })
    await module.setChecked(false)
    await saveSettings(page)
    await expect(entryOf(team, 'Mails')).toHaveCount(0)
    await module.setChecked(true)
    await saveSettings(page)
    await expect(entryOf(team, 'Mails')).toBeVisible()
    await expect(module).toBeChecked()
    await team.context().close()
  },
)

task(
  'superadmin',
  10,
  'Try out code of my own machine, and end it',
  'superadmin',
  async ({ page, start }) => {
    const { origin, asked, stop } = await givenDeveloper()
    try {
      await start('/mail')
      await page.goto(`/mail?override=mail@${origin}`)
      await expect(page.getByRole('alertdialog', { name: 'Run code from your own computer?' })).toContainText(
        origin,
      )
      await page.getByRole('button', { name: 'Run for one hour' }).click()
      const banner = page.getByText(`Running code from this computer: mail from ${origin}.`)
      await expect(banner).toBeVisible()
      await expectPage(page, 'Mails')
      expect(asked).toContain('/remoteEntry.js')
      await page.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(banner).toHaveCount(0)
      await expectPage(page, 'Mails')
    } finally {
      stop()
    }
  },
)

task(
  'superadmin',
  11,
  'See what is deployed of a module, and since when',
  'superadmin',
  async ({ page, start }) => {
    await start('/permits/processing')
    await openSettings(page, 'Modules')
    await deploymentOf(page, 'Mail').getByRole('button', { name: 'Versions' }).click()
    await expect(page.getByRole('list', { name: 'Versions of Mail' }).getByText('Active')).toBeVisible()
    await expect(page.getByRole('list', { name: 'History of Mail' })).toContainText('started with')
  },
)

task(
  'superadmin',
  12,
  'Go back to the earlier version of a module',
  'superadmin',
  async ({ page, start }) => {
    const release = await releaseOf('files', `7.${Date.now() % 100_000}.0`)
    await page.goto('/permits/processing')
    await deploy(release, new URL(page.url()).origin)
    await start('/permits/processing')
    await openSettings(page, 'Modules')
    const row = deploymentOf(page, 'Files')
    await expect(row).toContainText(release.version)
    await row.getByRole('button', { name: 'Roll back' }).click()
    await expect(row).not.toContainText(release.version)
    await row.getByRole('button', { name: 'Versions' }).click()
    await expect(page.getByRole('list', { name: 'History of Files' })).toContainText(
      `rolled back from ${release.version}`,
    )
  },
)

task('superadmin', 13, 'Make a deploy token, and revoke it', 'superadmin', async ({ page, start }) => {
  const label = unique('Pipeline')
  await start('/permits/processing')
  await openSettings(page, 'Modules')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(label)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const made = page.getByRole('dialog', { name: /^Token for / })
  await expect(made.getByRole('textbox', { name: 'Token' })).not.toHaveValue('')
  await made.getByRole('button', { name: 'Done' }).click()
  const row = page
    .getByRole('list', { name: 'Deploy tokens' })
    .getByRole('listitem')
    .filter({ hasText: label })
  await expect(row).toContainText('never used')
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectToast(page, 'Token revoked')
  await page.getByRole('button', { name: /expired or revoked tokens?$/ }).click()
  await expect(
    page
      .getByRole('list', { name: /expired or revoked tokens?$/ })
      .getByRole('listitem')
      .filter({ hasText: label }),
  ).toContainText('Revoked')
})

task(
  'superadmin',
  14,
  'Close a page to a role, and open it again',
  'superadmin',
  async ({ page, browser, start }) => {
    const team = await deskOf(browser, 'team')
    await team.goto('/permits/processing')
    await expect(entryOf(team, 'Upload documents')).toBeVisible()
    await start('/permits/processing')
    await openSettings(page, 'Roles and pages')
    const right = page.getByLabel('Upload documents, Team', { exact: true })
    await right.setChecked(false)
    await saveSettings(page)
    await expect(entryOf(team, 'Upload documents')).toHaveCount(0)
    await right.setChecked(true)
    await saveSettings(page)
    await expect(entryOf(team, 'Upload documents')).toBeVisible()
    await expect(right).toBeChecked()
    await team.context().close()
  },
)
