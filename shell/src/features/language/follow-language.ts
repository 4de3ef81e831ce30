import { Language, acceptedLanguage } from '@portal/contract'
import { userAtom } from '@portal/shared-ui'
import { addSpanishTexts, setLanguage } from '@portal/shared-ui/i18n'
import type { PortalStore } from '@portal/shared-ui/state'

const storageKey = 'portal-language'

/** What the browser prefers, as the server reads it from the header of each request. */
const browserLanguage = (): Language => acceptedLanguage(navigator.languages.join(','))

/** The language of whoever used this browser last; the browser's where nobody did. */
export function firstLanguage(): Language {
  return Language.safeParse(localStorage.getItem(storageKey)).data ?? browserLanguage()
}

/**
 * Shows the page in a language, and remembers it for the next visit of this browser. Rejects where its texts
 * do not come.
 */
async function show(language: Language): Promise<void> {
  await setLanguage(language)
  if (language === browserLanguage()) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, language)
}

/**
 * Shows the page in the language of whoever is signed in, and follows it. Resolves once the first texts are
 * there; a Spanish page whose texts do not come stays English and says so.
 */
export async function followLanguage(store: PortalStore, onFailure: (error: unknown) => void): Promise<void> {
  const showOrReport = (language: Language) => show(language).catch(onFailure)
  store.sub(userAtom, () => {
    const user = store.get(userAtom)
    void showOrReport(user?.language ?? firstLanguage())
  })
  void addSpanishTexts(() => import('../../spanish.ts')).catch(onFailure)
  await showOrReport(firstLanguage())
}
