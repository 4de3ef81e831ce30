import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './portal.ts'

/** Asks axe about what stands there, light and dark; not about documents in which no script may run, axe's own among them. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', colorScheme)
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'))
    const { violations } = await new AxeBuilder({ page }).exclude('iframe[sandbox]').analyze()
    found.push(...violations.map((each) => `${colorScheme}: ${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`))
  }
  expect.soft(found, what).toEqual([])
}
