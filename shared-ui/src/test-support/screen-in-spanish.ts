import { addSpanishTexts, setLanguage } from '../i18n/language.ts'
import type { LoadSpanish } from '../i18n/language.ts'

/**
 * Shows the screen in Spanish with the texts of shared-ui and of the named packages. The test sets it back to
 * English afterwards.
 */
export async function screenInSpanish(...packages: readonly LoadSpanish[]): Promise<void> {
  for (const load of [() => import('../spanish.ts'), ...packages]) await addSpanishTexts(load)
  await setLanguage('es')
}
