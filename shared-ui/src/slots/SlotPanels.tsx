import { Fragment } from 'react'
import type { ReactNode } from 'react'
import type { SlotName } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import type { SlotInput } from '../portal/shell-api.ts'
import { SlotPanel } from './SlotPanel.tsx'
import { offerKey, offerLabel, useOffers } from './use-offers.ts'

export interface SlotPanelsProps<S extends SlotName> {
  slot: S
  /** The collection and the record that the slot is about, where it is about one. */
  about?: { collection: string; record: AnyRecord }
  input: SlotInput<S>
  /** Height in px that is reserved for each while it loads. */
  minHeight?: number
  /** What stands around each panel, under the label of its remote. */
  around?: (content: ReactNode, label: string) => ReactNode
}

/** All panels of other remotes for a slot, in order; renders nothing if there are none. */
export function SlotPanels<S extends SlotName>({
  slot,
  about,
  input,
  minHeight,
  around = (content) => content,
}: SlotPanelsProps<S>) {
  return useOffers(slot, about?.collection, about?.record).map((offer) => (
    <Fragment key={offerKey(offer)}>
      {around(
        <SlotPanel slot={slot} offer={offer} input={input} {...(minHeight !== undefined && { minHeight })} />,
        offerLabel(offer),
      )}
    </Fragment>
  ))
}
