import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { PointerEvent } from 'react'
import { isForRecord } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { panelsVersionAtom } from '../portal/panel-news.ts'
import { useShell } from '../portal/shell-api.ts'
import type { PanelOffer } from '../portal/shell-api.ts'
import { isRemoteColumn, remoteColumnWidth } from '../records/grid/table-columns.ts'
import type { RemoteColumn, TableColumn } from '../records/grid/table-columns.ts'
import { CellPlaces, columnOf } from './cell-places.ts'
import type { FilledColumnsProps } from './cell-places.ts'
import { FilledColumns } from './FilledColumns.lazy.ts'
import { nextPaint } from './next-paint.ts'
import { offerLabel } from './use-offers.ts'

/** The columns of other remotes for a table. The same list until the offers may have changed. */
export function useSlotColumns(collection: string): readonly RemoteColumn[] {
  const shell = useShell()
  const version = useAtomValue(panelsVersionAtom)
  return useMemo(
    () =>
      shell.panels('table.cell', collection).map((offer) => {
        const label = offerLabel(offer)
        return { name: columnOf(offer), label, width: remoteColumnWidth(label), offer }
      }),
    // eslint-disable-next-line react/exhaustive-deps -- the version tells that the offers may have changed
    [shell, collection, version],
  )
}

/** The whole text as a tooltip while the column is too narrow for it, as fields have it. */
function showWhole({ currentTarget: cell }: PointerEvent<HTMLElement>): void {
  const { parentElement: column } = cell
  cell.title = column !== null && column.scrollWidth > column.clientWidth ? cell.innerText : ''
}

/** An empty cell, which the remote fills. */
function SlotCell({ offer, pid, places }: { offer: PanelOffer; pid: string; places: CellPlaces }) {
  const column = columnOf(offer)
  const ref = useCallback((element: HTMLElement) => places.put(column, pid, element), [places, column, pid])
  return <span ref={ref} data-remote={offer.remote} onPointerEnter={showWhole} />
}

/**
 * The columns of other remotes among those of a table, and how their cells are drawn: empty with the first
 * rows of the grid, so that nothing moves when their code has loaded.
 */
export function useSlotCells(columns: readonly TableColumn[]) {
  const [places] = useState(() => new CellPlaces())
  const offers = useMemo(() => columns.filter(isRemoteColumn).map(({ offer }) => offer), [columns])
  const drawCell = useCallback(
    ({ offer }: RemoteColumn, record: AnyRecord) =>
      isForRecord(offer.panel, record) ? <SlotCell offer={offer} pid={record.pid} places={places} /> : null,
    [places],
  )
  return { offers, places, drawCell }
}

/** Fills the columns of other remotes once the rows are painted. */
export function SlotColumnCells(props: FilledColumnsProps) {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let isGone = false
    void nextPaint().then(() => isGone || setPainted(true))
    return () => {
      isGone = true
    }
  }, [])
  return isPainted && props.offers.length > 0 ? <FilledColumns {...props} /> : null
}
