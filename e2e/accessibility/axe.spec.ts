import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect, expectPage, menuOfRole, signInAs, test } from '../support/portal.ts'

const signedIn = [
  ...menuOfRole.superadmin,
  ['Client Tasks', '/ctasks'],
  ['Settings', '/settings'],
  ['Permit status map', '/settings/permit-status-map'],
] as const

/** Each test walks through so many pages: they share what the browser has fetched, and two workers have something to do. */
const pagesPerTest = 6

/** Asks axe about what stands there, light and dark. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', colorScheme)
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'))
    const { violations } = await new AxeBuilder({ page }).analyze()
    found.push(...violations.map((each) => `${colorScheme}: ${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`))
  }
  expect.soft(found, what).toEqual([])
}

test.describe('with nobody signed in', () => {
  // The document of an unknown address answers 404.
  test.use({ expectedConsole: /404 \(Not Found\)/ })

  test('axe finds nothing on the signed-out pages', async ({ page }) => {
    for (const path of ['/', '/login', '/unauthorized', '/no/such/page']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectAccessible(page, path)
    }
  })
})

for (let first = 0; first < signedIn.length; first += pagesPerTest) {
  const pages = signedIn.slice(first, first + pagesPerTest)
  test(`axe finds nothing on ${pages.map(([label]) => label).join(', ')}`, async ({ page }) => {
    test.slow()
    await signInAs(page, 'superadmin')
    for (const [label, path] of pages) {
      await page.goto(path)
      await expectPage(page, label)
      await expectAccessible(page, label)
    }
  })
}

test('axe finds nothing on an open record', async ({ page }) => {
  await signInAs(page, 'superadmin')
  await page.goto('/permits/processing')
  await page.getByRole('grid').getByRole('row').nth(1).getByText(/^PM-/).click()
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Details' })).toBeVisible()
  await expectAccessible(page, 'a permit in the drawer')
})
