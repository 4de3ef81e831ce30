import { screenLabel } from '@portal/contract'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef } from 'react'
import { t } from '../texts.ts'
import { addressAtom, routeAtom, titleAtom } from './navigation.state.ts'

/** What tells one page from another: a record's address is its list's page with something open. */
function usePageKey(): string {
  const decision = useAtomValue(routeAtom)
  const { pathname } = useAtomValue(addressAtom)
  if (decision.kind !== 'remote' && decision.kind !== 'shell') return pathname
  return decision.route.path.replace(/\/\{.*$/, '')
}

/** The first page of a visit keeps the browser's own focus; every later one is told by its heading. */
let shownPage: string | null = null

/**
 * The page's `h1`. It gets the focus on a route change, which also reads it out, and gives its name to the
 * browser's tab.
 */
export function PageHeading({ className, children }: { className?: string; children?: string }) {
  const title = screenLabel(useAtomValue(titleAtom))
  const heading = useRef<HTMLHeadingElement>(null)
  const page = usePageKey()
  const words = children ?? title
  useEffect(() => {
    if (shownPage !== null && shownPage !== page) heading.current?.focus({ preventScroll: true })
    shownPage = page
  }, [page])
  useEffect(() => {
    document.title = words === '' || words === t('product') ? t('product') : `${words} · ${t('product')}`
  }, [words])
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {words}
    </h1>
  )
}
