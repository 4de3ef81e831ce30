import { useAtomValue } from 'jotai'
import { isForRecord, screenLabelOf } from '@portal/contract'
import type { AnyRecord, SlotName } from '@portal/contract'
import { panelsVersionAtom } from '../portal/panel-news.ts'
import { useShell } from '../portal/shell-api.ts'
import type { PanelOffer } from '../portal/shell-api.ts'

/** The label of a panel in the language of the screen. */
export const offerLabel = ({ panel }: PanelOffer) => screenLabelOf(panel.label, panel.labelEs)

/** Tells the panels of all remotes in one place apart. */
export const offerKey = ({ remote, panel }: PanelOffer) => `${remote} ${panel.id}`

/**
 * The panels of other remotes for a slot, in order, without those whose conditions the record does not meet.
 * Rerenders when they may have changed.
 */
export function useOffers(slot: SlotName, collection?: string, record?: AnyRecord): readonly PanelOffer[] {
  useAtomValue(panelsVersionAtom)
  const offers = useShell().panels(slot, collection)
  return record === undefined ? offers : offers.filter(({ panel }) => isForRecord(panel, record))
}
