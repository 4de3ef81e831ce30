import { expect, expectPage, signInAs, test } from '../support/portal.ts'
import { addressOf, expectToast, unique } from '../support/records.ts'

/** Maximum time until an open page follows (issue 7). */
const follows = { timeout: 10_000 }

test('open pages follow a published status map, and its revert, within ten seconds (issue 7)', async ({
  page,
  browser,
}) => {
  const client = await (await browser.newContext()).newPage()
  const words = { office: unique('Taken back'), client: unique('No longer valid') }
  // No other journey reads the label of this status.
  const open = { filter: { status: 'REVOKED' } }
  await signInAs(client, 'client')
  await client.goto(addressOf('/permits/processed', open))
  await expectPage(client, 'Processed permits')
  await signInAs(page, 'admin')
  const staff = await page.context().newPage()
  await staff.goto(addressOf('/permits/processed', open))
  await expectPage(staff, 'Processed permits')
  const chip = (of: typeof page) => of.getByRole('button', { name: /^Edit filter Status is / })
  const [before, clientBefore] = [await chip(staff).innerText(), await chip(client).innerText()]

  await page.goto('/settings/permit-status-map')
  await page
    .getByRole('table', { name: 'All statuses' })
    .getByRole('button', { name: `Edit ${before.replace('Status is ', '')}`, exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: /^Status / })
  await dialog.getByRole('textbox', { name: 'Label', exact: true }).fill(words.office)
  await dialog.getByRole('textbox', { name: 'Client label', exact: true }).fill(words.client)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Draft saved')
  await expect(chip(staff)).toHaveText(before)

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Publish this map?' })
    .getByRole('button', { name: 'Publish', exact: true })
    .click()
  await expectToast(page, 'Published')
  await expect(chip(staff)).toHaveText(`Status is ${words.office}`, follows)
  await expect(chip(client)).toHaveText(`Status is ${words.client}`, follows)

  await page
    .getByRole('button', { name: /^Restore version \d+$/ })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: /^Restore version/ })
    .getByRole('button', { name: 'Restore this map' })
    .click()
  await expectToast(page, 'Earlier map restored')
  await expect(chip(staff)).toHaveText(before, follows)
  await expect(chip(client)).toHaveText(clientBefore, follows)
  await client.context().close()
})
