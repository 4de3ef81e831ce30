import { Providers } from '@portal/shared-ui'
import type { ShellApi } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import type { ComponentType } from 'react'
import { DemoBanner } from '../features/demo/DemoBanner.tsx'
import { ServerErrorPage } from '../features/pages/ServerErrorPage.tsx'
import { BlankLayout } from '../frame/BlankLayout.tsx'
import { PageSkeleton } from '../frame/PageSkeleton.tsx'
import { routeAtom } from '../navigation/navigation.state.ts'
import { RouteAnnouncer } from '../navigation/RouteAnnouncer.tsx'
import { entryPages } from './entry-pages.tsx'
import type { Page } from './start-page.ts'

interface EntryAppProps {
  page: Page
  shell: ShellApi
  /** Why the portal could not be opened; null when nothing failed. */
  failure: Error | null
}

/** The page before the portal is loaded: a sign-in page, or a skeleton while the portal loads. */
export function EntryApp({ page: { store, queryClient }, shell, failure }: EntryAppProps) {
  return (
    <Providers store={store} queryClient={queryClient} shell={shell} isPageRoot>
      <div className="whole-page">
        <DemoBanner />
        {failure === null ? <EntryPage /> : <ServerErrorPage error={failure} />}
      </div>
      <RouteAnnouncer />
    </Providers>
  )
}

const pages: Readonly<Record<string, ComponentType>> = entryPages

function EntryPage() {
  const decision = useAtomValue(routeAtom)
  const Found = decision.kind === 'shell' ? pages[decision.route.path] : undefined
  if (Found === undefined) return <PageSkeleton />
  return (
    <BlankLayout>
      <Found />
    </BlankLayout>
  )
}
