import { MissingBanner } from '../features/degraded/MissingBanner.tsx'
import { FreezeBanner } from '../features/session/FreezeBanner.tsx'
import { OverrideBanner } from '../features/override/OverrideBanner.tsx'
import { PreviewBanner } from '../features/preview/PreviewBanner.lazy.ts'
import { RemovedBanner } from '../features/removed/RemovedBanner.tsx'
import { NewBuildBanner } from '../features/new-build/NewBuildBanner.tsx'
import { useAtomValue } from '@portal/shared-ui/state'
import { previewedAtom } from '../federation/previews.ts'
import type { Portal } from '../portal.ts'

/** The banners that concern the whole portal, one line each. */
export function Banners({ portal }: { portal: Portal }) {
  const isPreview = useAtomValue(previewedAtom).length > 0
  return (
    <>
      <FreezeBanner />
      <MissingBanner />
      <RemovedBanner />
      <OverrideBanner />
      {isPreview && <PreviewBanner />}
      <NewBuildBanner portal={portal} />
    </>
  )
}
