import { roles } from '@portal/contract'
import { expect, expectPage, menuOfRole, signInAs, test } from '../support/portal.ts'

for (const role of roles) {
  test(`${role} signs in, sees exactly their menu, opens each page and signs out (specification.md 2, 6)`, async ({
    page,
  }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: `Continue as ${role}` }).click()
    await expectPage(page, 'Processing permits')
    await expect(page).toHaveURL(/\/permits\/processing\?page=1$/)

    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link')).toHaveCount(menuOfRole[role].length)
    const labels = await menu
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent))
    expect(labels).toEqual(menuOfRole[role].map(([label]) => label))

    for (const [label, path] of menuOfRole[role]) {
      await menu.getByRole('link', { name: label, exact: true }).click()
      await expectPage(page, label)
      expect(new URL(page.url()).pathname).toBe(path)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    }

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/permits/processing')
    await expect(page).toHaveURL(/\/login/)
  })
}

test('an address that a role may not open redirects to /unauthorized (domain.md 5)', async ({ page }) => {
  const forbidden = {
    team: ['/users', '/settings', '/folders/restricted', '/organizations'],
    client: ['/mail', '/tasks', '/users', '/settings/permit-status-map', '/folders/team'],
  } as const
  for (const [role, paths] of Object.entries(forbidden)) {
    await signInAs(page, role === 'team' ? 'team' : 'client')
    for (const path of paths) {
      await page.goto(path)
      await expect(page).toHaveURL(/\/unauthorized/)
    }
  }
})

test('without a session a page redirects to the sign-in page, which returns to it (contract.md 3)', async ({
  page,
}) => {
  await page.goto('/payments?q=permit')
  await expect(page).toHaveURL(/\/login\?returnTo=/)
  await page.getByRole('button', { name: 'Continue as team' }).click()
  await expectPage(page, 'Payments')
  const address = new URL(page.url())
  expect([address.pathname, address.searchParams.get('page'), address.searchParams.get('q')]).toEqual([
    '/payments',
    '1',
    'permit',
  ])
})

test('an unknown address answers 404 and says Page Not Found (contract.md 9)', async ({ page }) => {
  const response = await page.request.get('/no/such/page', { headers: { accept: 'text/html' } })
  expect(response.status()).toBe(404)
  await signInAs(page, 'team')
  await page.goto('/payments')
  await expectPage(page, 'Payments')
  await page.evaluate(() => history.pushState(null, '', '/no/such/page'))
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})
