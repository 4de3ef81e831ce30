import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { isForRecord, screenLabelOf } from '@portal/contract'
import type { GridColDef } from '../facades/table.ts'
import { panelsVersionAtom } from '../portal/panel-news.ts'
import { useShell } from '../portal/shell-api.ts'
import type { PanelOffer } from '../portal/shell-api.ts'
import type { TableLine } from '../records/grid/lines.ts'
import { CellPlaces, columnOf } from './cell-places.ts'
import type { FilledColumnsProps, SlotCells } from './cell-places.ts'
import { FilledColumns } from './FilledColumns.lazy.ts'
import { nextPaint } from './next-paint.ts'

const columnPx = 160

/** The columns of other remotes in a table, and where their cells are. */
interface SlotColumns extends SlotCells {
  columns: GridColDef<TableLine>[]
}

/** An empty cell, which the remote fills. */
function SlotCell({ offer, pid, places }: { offer: PanelOffer; pid: string; places: CellPlaces }) {
  const column = columnOf(offer)
  const ref = useCallback((element: HTMLElement) => places.put(column, pid, element), [places, column, pid])
  return <span ref={ref} data-remote={offer.remote} />
}

/**
 * The columns of other remotes for a table. The grid draws them empty with its first rows, so that nothing
 * moves when their code has loaded.
 */
export function useSlotColumns(collection: string): SlotColumns {
  const shell = useShell()
  const version = useAtomValue(panelsVersionAtom)
  return useMemo(() => {
    const offers = shell.panels('table.cell', collection)
    const places = new CellPlaces()
    const columns = offers.map((offer): GridColDef<TableLine> => ({
      field: columnOf(offer),
      headerName: screenLabelOf(offer.panel.label, offer.panel.labelEs),
      width: columnPx,
      sortable: false,
      resizable: false,
      renderCell: ({ row }) =>
        'header' in row || !isForRecord(offer.panel, row.record) ? null : (
          <SlotCell offer={offer} pid={row.id} places={places} />
        ),
    }))
    return { offers, places, columns }
    // eslint-disable-next-line react/exhaustive-deps -- the version tells that the offers may have changed
  }, [shell, collection, version])
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
