import { AxeBuilder } from '@axe-core/playwright'
import { expect, expectPage, menuOfRole, signInAs, test } from '../support/portal.ts'

const signedIn = [
  ...menuOfRole.superadmin,
  ['Client Tasks', '/ctasks'],
  ['Settings', '/settings'],
  ['Permit status map', '/settings/permit-status-map'],
] as const

for (const mode of ['light', 'dark'] as const) {
  test.describe(`in ${mode} mode`, () => {
    test.use({ colorScheme: mode })

    test.describe('with nobody signed in', () => {
      // The document of an unknown address answers 404.
      test.use({ expectedConsole: /404 \(Not Found\)/ })

      test('axe finds nothing on the signed-out pages', async ({ page }) => {
        for (const path of ['/', '/login', '/unauthorized', '/no/such/page']) {
          await page.goto(path)
          await expect(page.getByRole('heading').first()).toBeVisible()
          const { violations } = await new AxeBuilder({ page }).analyze()
          expect(violations.map((each) => `${path}: ${each.id} ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
        }
      })
    })

    for (const [label, path] of signedIn) {
      test(`axe finds nothing on ${label}`, async ({ page }) => {
        await signInAs(page, 'superadmin')
        await page.goto(path)
        await expectPage(page, label)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
      })
    }

    test('axe finds nothing on an open record', async ({ page }) => {
      await signInAs(page, 'superadmin')
      await page.goto('/permits/processing')
      await page.getByRole('grid').getByRole('row').nth(1).getByText(/^PM-/).click()
      await expect(page.getByRole('dialog').getByRole('tab', { name: 'Details' })).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
    })
  })
}
