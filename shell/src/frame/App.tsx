import { Providers, ToastRegion, UploadRegion, actorAtom } from '@portal/shared-ui'
import { useAtomValue } from '@portal/shared-ui/state'
import type { ReactNode } from 'react'
import { registryAtom } from '../federation/federation.state.ts'
import { DemoBanner } from '../features/demo/DemoBanner.tsx'
import { PreviewDialog } from '../features/preview/PreviewDialog.lazy.ts'
import { OverrideDialog } from '../features/override/OverrideDialog.lazy.ts'
import { NotFoundPage } from '../features/pages/NotFoundPage.tsx'
import { RegistryFailedPage } from '../features/pages/RegistryFailedPage.tsx'
import { ServerErrorPage } from '../features/pages/ServerErrorPage.tsx'
import { RemovedPage } from '../features/removed/RemovedPage.tsx'
import { ReauthDialog } from '../features/session/ReauthDialog.lazy.ts'
import { SignInAgain } from '../features/session/SignInAgain.lazy.ts'
import { LeaveDialog } from '../navigation/LeaveDialog.lazy.ts'
import { routeAtom } from '../navigation/navigation.state.ts'
import { RouteAnnouncer } from '../navigation/RouteAnnouncer.tsx'
import { overrideQuestionAtom } from '../federation/overrides.ts'
import { previewQuestionAtom } from '../federation/previews.ts'
import { leaveQuestionAtom } from '../navigation/unsaved.state.ts'
import type { Portal } from '../portal.ts'
import { shellPages } from '../shell-pages.tsx'
import { proofQuestionAtom } from '../sign-in/prove.ts'
import { sessionOverAtom } from '../sign-in/session-over.ts'
import { Banners } from './Banners.tsx'
import { Frame } from './Frame.tsx'
import { RemoteOutlet } from './RemoteOutlet.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'

/** The whole page: the result of the current route, in the layout the route asks for. */
export function App({ portal }: { portal: Portal }) {
  const { store, queryClient, shell } = portal
  return (
    <Providers store={store} queryClient={queryClient} shell={shell} isPageRoot>
      <div className="whole-page">
        <DemoBanner />
        <Page portal={portal} />
      </div>
      <RouteAnnouncer />
      <ToastRegion />
      <UploadRegion />
      <Questions />
    </Providers>
  )
}

function Page({ portal }: { portal: Portal }): ReactNode {
  const decision = useAtomValue(routeAtom)
  const registry = useAtomValue(registryAtom)
  const banners = <Banners portal={portal} />
  switch (decision.kind) {
    case 'shell': {
      const ShellPage = shellPages[decision.route.path]
      return (
        <Frame layout={decision.route.layout} banners={banners}>
          {ShellPage && <ShellPage />}
        </Frame>
      )
    }
    case 'remote':
      return (
        <Frame layout={decision.route.layout} banners={banners}>
          <RemoteOutlet portal={portal} remote={decision.remote} />
        </Frame>
      )
    case 'not-found':
      // Without the registry no address of a remote can be resolved, so no address is reported as unknown.
      if (registry.kind === 'failed')
        return <RegistryFailedPage store={portal.store} reason={registry.reason} />
      return (
        <Frame layout={decision.layout} banners={banners}>
          <NotFoundPage inFrame={decision.layout !== 'blank'} refused={decision.path} />
        </Frame>
      )
    case 'removed':
      return (
        <Frame layout="default" banners={banners}>
          <RemovedPage removed={decision.removed} />
        </Frame>
      )
    case 'error':
      return <ServerErrorPage error={decision.error} />
    case 'pending':
    case 'redirect':
      return <PageSkeleton />
  }
}

/** Dialogs of the shell. They are shown over the page, which stays mounted. */
function Questions() {
  const leaving = useAtomValue(leaveQuestionAtom)
  const overrides = useAtomValue(overrideQuestionAtom)
  const preview = useAtomValue(previewQuestionAtom)
  const actor = useAtomValue(actorAtom)
  const over = useAtomValue(sessionOverAtom)
  const proof = useAtomValue(proofQuestionAtom)
  return (
    <>
      {over !== null && <SignInAgain />}
      {proof !== null && <ReauthDialog question={proof} />}
      {overrides !== null && <OverrideDialog overrides={overrides} />}
      {preview !== null && actor !== null && <PreviewDialog preview={preview} />}
      {leaving !== null && <LeaveDialog question={leaving} />}
    </>
  )
}
