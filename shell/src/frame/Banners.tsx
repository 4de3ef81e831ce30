import { MissingBanner } from '../features/degraded/MissingBanner.tsx'
import { FreezeBanner } from '../features/session/FreezeBanner.tsx'
import { OverrideBanner } from '../features/override/OverrideBanner.tsx'
import { RemovedBanner } from '../features/removed/RemovedBanner.tsx'
import { NewBuildBanner } from '../features/new-build/NewBuildBanner.tsx'
import type { Portal } from '../portal.ts'

/** The banners that concern the whole portal, one line each. */
export function Banners({ portal }: { portal: Portal }) {
  return (
    <>
      <FreezeBanner />
      <MissingBanner />
      <RemovedBanner />
      <OverrideBanner />
      <NewBuildBanner portal={portal} />
    </>
  )
}
