import { acceptedLanguage, toLanguage } from '@portal/contract'
import type { Language } from '@portal/contract'
import { userAtom } from '@portal/shared-ui'
import { addSpanishTexts, setLanguage } from '@portal/shared-ui/i18n'
import type { LoadSpanish } from '@portal/shared-ui/i18n'
import type { PortalStore } from '@portal/shared-ui/state'

const storageKey = 'portal-language'

/** The browser's preferred language, as the server reads it from the Accept-Language header. */
const browserLanguage = (): Language => acceptedLanguage(navigator.languages.join(','))

/** The language of the last user of this browser; without one, the browser's language. */
export function firstLanguage(): Language {
  return toLanguage(localStorage.getItem(storageKey)) ?? browserLanguage()
}

/**
 * Shows the page in a language and stores it for the next visit of this browser. Rejects when its texts
 * cannot be loaded.
 */
async function show(language: Language): Promise<void> {
  await setLanguage(language)
  if (language === browserLanguage()) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, language)
}

/** The texts of the sign-in pages, which need few. */
export const entryTexts: LoadSpanish = async () => {
  const { doorTexts, doorLabels } = await import('../../entry/spanish.ts')
  return { spanish: doorTexts, labels: doorLabels }
}
/** The texts of the whole portal. */
export const portalTexts: LoadSpanish = () => import('../../spanish.ts')

/**
 * Shows the page in the signed-in user's language, and follows its changes. `texts` are those that the page
 * needs first; it resolves once they are loaded. If Spanish texts cannot be loaded, the page stays English
 * and the failure is reported.
 */
export async function followLanguage(
  store: PortalStore,
  texts: LoadSpanish,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const showOrReport = (language: Language) => show(language).catch(onFailure)
  store.sub(userAtom, () => {
    const user = store.get(userAtom)
    void showOrReport(user?.language ?? firstLanguage())
  })
  void addSpanishTexts(texts).catch(onFailure)
  await showOrReport(firstLanguage())
}
