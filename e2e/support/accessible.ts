import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './portal.ts'

const colourSchemes = ['light', 'dark'] as const
type ColourScheme = (typeof colourSchemes)[number]

/** Rules that depend on colors; all others give the same result in dark mode as in light mode. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * The axe violations of the page or of a part of it, as text: all rules in light mode, only color rules in
 * dark mode. Documents without scripts are skipped, because axe cannot run in them.
 */
async function askAxe(page: Page, scheme: ColourScheme, part?: string): Promise<string[]> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => animation.playState !== 'running'),
  )
  // Axe stays in its document: its 650 kB are sent and read once.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    // Selectors of the nodes that pass, and a second page that puts the results of frames together, take four
    // fifths of the time and are not used: all frames here are sandboxed.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude('iframe[sandbox]')
  if (part !== undefined) axe.include(part)
  if (scheme === 'dark') axe.withRules(rulesOfColour)
  const { violations } = await axe.analyze()
  return violations.map(
    (violation) =>
      `${scheme}: ${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}

/** What is open over the page. The page below is hidden from screen readers, and has tests of its own. */
export const overPage = '.MuiModal-root'

/**
 * Runs axe on the page or on a part of it, in light and dark mode, first in the mode it is in: each change
 * draws the page again.
 */
export async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  const found: string[] = []
  const isDark = (await page.locator('html').getAttribute('data-colour-scheme')) === 'dark'
  for (const colorScheme of isDark ? colourSchemes.toReversed() : colourSchemes) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', colorScheme)
    found.push(...(await askAxe(page, colorScheme, part)))
  }
  expect.soft(found, what).toEqual([])
}
