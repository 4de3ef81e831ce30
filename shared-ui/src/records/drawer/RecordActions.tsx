import type { RecordSlot } from '@portal/contract'
import { ActionButtons } from '../../slots/ActionButtons.tsx'
import { useOffers } from '../../slots/use-offers.ts'

/** Buttons of other remotes in the head of a record; renders nothing if there are none. */
export function RecordActions(about: RecordSlot) {
  const offers = useOffers('record.action', about.collection, about.record)
  return <ActionButtons slot="record.action" offers={offers} input={about} variant="outlined" />
}
