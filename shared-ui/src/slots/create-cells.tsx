import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import type { ComponentType } from 'react'
import { createPortal } from 'react-dom'
import type { AnyRecord } from '@portal/contract'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import type { LoadSpanish } from '../i18n/language.ts'
import type { PanelModule, SlotProps } from '../portal/shell-api.ts'
import { createPanel } from './create-panel.tsx'
import { FailedCell } from './FailedCell.tsx'

export interface CellProps<Data> {
  collection: string
  record: AnyRecord
  /** What `load` returned for this record; undefined while it loads, or if there is nothing. */
  data: Data | undefined
}

export interface CellsOptions<Data> {
  /** Draws one cell. It is drawn anew when its record or its data changes, not when the table scrolls. */
  Cell: ComponentType<CellProps<Data>>
  /** Data of all records of a page, by pid, with one call. */
  load?: (
    records: readonly AnyRecord[],
    options: { collection: string; signal: AbortSignal },
  ) => Promise<ReadonlyMap<string, Data>>
  /** Name of the data in the cache, for example `ports/berths`. */
  name: string
  spanish?: LoadSpanish
}

/**
 * Makes the column of a `table.cell` slot: one React root for all its cells and one call for a whole page.
 * A cell that fails says so and leaves the others alone.
 */
export function createCells<Data = never>({
  Cell,
  load,
  name,
  spanish,
}: CellsOptions<Data>): PanelModule<'table.cell'> {
  const Content = memo(function Content(props: CellProps<Data>) {
    return <Cell {...props} />
  })
  function Cells({ collection, records, cells, shell }: SlotProps<'table.cell'>) {
    const query = useQuery({
      queryKey: ['cells', name, collection, records.map(({ pid, version }) => `${pid} ${version}`)],
      queryFn: async ({ signal }) =>
        (await load?.(records, { collection, signal })) ?? new Map<string, Data>(),
      enabled: load !== undefined && records.length > 0,
    })
    return records.map((record) => {
      const cell = cells.get(record.pid)
      if (cell === undefined) return null
      return createPortal(
        <ErrorBoundary
          key={record.version}
          fallback={() => <FailedCell />}
          onError={(error) => shell.reportFailure(error)}
        >
          {query.isError ? (
            <FailedCell />
          ) : (
            <Content collection={collection} record={record} data={query.data?.get(record.pid)} />
          )}
        </ErrorBoundary>,
        cell,
        record.pid,
      )
    })
  }
  return createPanel<'table.cell'>(Cells, spanish)
}
