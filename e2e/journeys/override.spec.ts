import { givenDeveloper } from '../support/developer.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

test('S-19: code of one’s own machine runs once it was agreed to, a banner says so, and one click takes it back', async ({
  page,
}) => {
  const { origin, asked, stop } = await givenDeveloper()
  try {
    await signInAs(page, 'superadmin')
    await page.goto(`/mail?override=mail@${origin}`)
    await page.getByRole('button', { name: 'Run it for an hour' }).click()
    const banner = page.getByText(`Taken from this machine instead of the portal: mail from ${origin}.`)
    await expect(banner).toBeVisible()
    await expectPage(page, 'Mails')
    await expect(page.locator('[data-remote="mail"]')).toBeVisible()
    expect(asked).toContain('/remoteEntry.js')
    expect(asked.some((path) => path.startsWith('/assets/'))).toBe(true)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(banner).toHaveCount(0)
    asked.length = 0
    await expectPage(page, 'Mails')
    expect(asked).toEqual([])
  } finally {
    stop()
  }
})
