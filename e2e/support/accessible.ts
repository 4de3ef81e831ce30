import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './portal.ts'

export const colourSchemes = ['light', 'dark'] as const
export type ColourScheme = (typeof colourSchemes)[number]

/** The rules whose answer depends on colours: all others say in the dark what they said in the light. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * What axe has against the page as it stands, or against that part of it alone, in words: by all rules in the
 * light, by those of colours in the dark. Documents in which no script may run, axe's own among them, are
 * left out.
 */
export async function askAxe(page: Page, scheme: ColourScheme, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).exclude('iframe[sandbox]')
  if (part !== undefined) axe.include(part)
  if (scheme === 'dark') axe.withRules(rulesOfColour)
  const { violations } = await axe.analyze()
  return violations.map(
    (each) => `${scheme}: ${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
}

/** Asks axe about what stands there, or about that part of it alone, light and dark. */
export async function expectAccessible(page: Page, what: string, part?: string): Promise<void> {
  const found: string[] = []
  for (const colorScheme of colourSchemes) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', colorScheme)
    await page.waitForFunction(() => document.getAnimations().every((each) => each.playState !== 'running'))
    found.push(...(await askAxe(page, colorScheme, part)))
  }
  expect.soft(found, what).toEqual([])
}
