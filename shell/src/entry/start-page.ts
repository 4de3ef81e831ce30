import {
  addToastAtom,
  createPortalStore,
  createQueryClient,
  requestUser,
  sessionAtom,
  startColourMode,
} from '@portal/shared-ui'
import { addSpanishTexts, language } from '@portal/shared-ui/i18n'
import type { QueryClient } from '@portal/shared-ui/query'
import type { PortalStore } from '@portal/shared-ui/state'
import {
  entryTexts,
  firstLanguage,
  followLanguage,
  portalTexts,
} from '../features/language/follow-language.ts'
import { requestRegistry } from '../federation/request-registry.ts'
import { guardPage } from '../features/reload-guard/guard-page.ts'
import { unsavedAtom } from '../navigation/navigation.state.ts'
import { signInAddress } from '../navigation/return-to.ts'
import { t } from '../texts.ts'
import { sessionHint } from './session-hint.ts'

/** Answers that are parsed when the portal is loaded. */
interface EarlyAnswers {
  user: Promise<unknown>
  registry: Promise<unknown>
}

/** Asks for session and registry at once. A failure is handled when the portal reads the answer. */
function askEarly(): EarlyAnswers {
  const responses = { user: requestUser(), registry: requestRegistry() }
  for (const response of Object.values(responses)) response.catch(() => undefined)
  return responses
}

/** What the sign-in pages and the portal share: one store and one query client for the whole page. */
export interface Page {
  store: PortalStore
  queryClient: QueryClient
  /** What the page asked before the portal was loaded; null for a visitor without a session. */
  answers: EarlyAnswers | null
  /** Resolves when the texts of the first language are loaded; null when they are in the code. */
  texts: Promise<void> | null
}

function reportLanguage(store: PortalStore, error: unknown): void {
  console.error('The language could not be changed:', error)
  store.set(addToastAtom, { title: t('languageFailed'), colour: 'red' })
}

/**
 * Starts what every page needs: store, query client, color mode, the guard against missing code, session and
 * language. Called once, before anything is drawn.
 */
export function startPage(): Page {
  const store = createPortalStore()
  const queryClient = createQueryClient()
  startColourMode(store)
  guardPage(window, { isUnsaved: () => store.get(unsavedAtom) })
  const hint = sessionHint()
  const results = hint === 'present' ? askEarly() : null
  if (results === null) store.set(sessionAtom, { state: 'signed-out', failure: null })
  if (hint === 'required') history.replaceState(null, '', signInAddress(location.pathname + location.search))
  const texts = followLanguage(store, hint === 'present' ? portalTexts : entryTexts, (error) =>
    reportLanguage(store, error),
  )
  return { store, queryClient, answers: results, texts: language() === firstLanguage() ? null : texts }
}

/** The page with the texts of the whole portal: a Spanish one is first drawn when they are loaded. */
export function withPortalTexts(page: Page): Page {
  const load = () => addSpanishTexts(portalTexts).catch((error: unknown) => reportLanguage(page.store, error))
  if (page.texts !== null) return { ...page, texts: page.texts.then(load) }
  void load()
  return page
}

/** Calls `draw` when the first texts are loaded, immediately on an English page. */
export function whenWordsAreKnown({ texts }: Page, draw: () => void): void {
  if (texts === null) draw()
  else void texts.then(draw)
}
