import { z } from 'zod'
import type { RemoteManifest } from './manifest.ts'
import { plainPanel } from './slots.ts'
import type { PanelDeclaration } from './slots.ts'

/** A declaration as releases without further slots, roles and conditions read it. */
const FirstDeclaration = z.strictObject({ ...plainPanel, slot: z.enum(['record.tab', 'record.head']) })

const isFirstDeclaration = (panel: unknown): boolean => FirstDeclaration.safeParse(panel).success

/**
 * A manifest as releases with the first two slots read it, and the panels that they cannot read. Those travel
 * and are stored beside it, so that servers and open pages of the last release keep the remote.
 */
export function splitManifest(manifest: RemoteManifest): {
  manifest: RemoteManifest
  slots: PanelDeclaration[]
} {
  const { true: panels = [], false: slots = [] } = Object.groupBy(manifest.panels, (panel) =>
    isFirstDeclaration(panel) ? 'true' : 'false',
  )
  return { manifest: { ...manifest, panels }, slots }
}
