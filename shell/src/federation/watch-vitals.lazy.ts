import type { PortalStore } from '@portal/shared-ui/state'

/** The part of pages that measures. */
const sampledPart = 0.25

/** Loads what measures this page, in some pages. Without its code nothing is measured. */
export function sampleVitals(store: PortalStore): void {
  if (Math.random() < sampledPart)
    void import('./watch-vitals.ts').then(
      ({ watchVitals }) => watchVitals(store),
      () => undefined,
    )
}
