import { useCallback, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { isForRecord } from '@portal/contract'
import type { PanelOffer } from '../portal/shell-api.ts'
import { columnOf } from './cell-places.ts'
import type { FilledColumnsProps } from './cell-places.ts'
import { FailedCell } from './FailedCell.tsx'
import { SlotPanel } from './SlotPanel.tsx'
import { offerKey } from './use-offers.ts'

function FilledColumn({
  offer,
  places,
  collection,
  records,
}: Omit<FilledColumnsProps, 'offers'> & { offer: PanelOffer }) {
  const column = columnOf(offer)
  const cells = useSyncExternalStore(
    places.subscribe,
    useCallback(() => places.cellsOf(column), [places, column]),
  )
  const shown = records.filter((record) => isForRecord(offer.panel, record))
  return (
    <SlotPanel
      slot="table.cell"
      offer={offer}
      input={{ collection, records: shown, cells }}
      minHeight={0}
      failed={() => [...cells].map(([pid, cell]) => createPortal(<FailedCell />, cell, pid))}
    />
  )
}

/** Mounts the columns of other remotes; what they draw is in the cells of the table. */
export default function FilledColumns({ offers, ...rest }: FilledColumnsProps) {
  return (
    <div hidden>
      {offers.map((offer) => (
        <FilledColumn key={offerKey(offer)} offer={offer} {...rest} />
      ))}
    </div>
  )
}
