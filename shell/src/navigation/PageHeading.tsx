import { screenLabel } from '@portal/contract'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useRef } from 'react'
import { t } from '../texts.ts'
import { addressAtom, routeAtom, titleAtom } from './navigation.state.ts'

/** Identifies a page. A record's address belongs to its list's page, with the record open. */
function usePageKey(): string {
  const decision = useAtomValue(routeAtom)
  const { pathname } = useAtomValue(addressAtom)
  if (decision.kind !== 'remote' && decision.kind !== 'shell') return pathname
  return decision.route.path.replace(/\/\{.*$/, '')
}

/** The first page of a visit keeps the browser's own focus; on later pages the heading gets it. */
let shownPage: string | null = null

/**
 * The page's `h1`. It gets the focus on a route change, so that screen readers announce it, and sets the
 * title of the browser tab.
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
