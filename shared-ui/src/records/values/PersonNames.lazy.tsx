import { lazyComponent } from '../../feedback/lazy-part.tsx'

/** Names of people, separated by commas. */
export const PersonNames = lazyComponent<{ pids: readonly string[] }>(() => import('./PersonNames.tsx'), {
  fallback: <span>…</span>,
})
