import { givenDeveloper } from '../support/developer.ts'
import { expect, expectPage, signInAs, test } from '../support/portal.ts'

test('S-19: code of a developer’s own machine runs after consent, with a banner, and one click removes it', async ({
  page,
}) => {
  const { origin, asked, stop } = await givenDeveloper()
  try {
    await signInAs(page, 'superadmin')
    await page.goto(`/mail?override=mail@${origin}`)
    await page.getByRole('button', { name: 'Run for one hour' }).click()
    const banner = page.getByText(`Running code from this computer: mail from ${origin}.`)
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
