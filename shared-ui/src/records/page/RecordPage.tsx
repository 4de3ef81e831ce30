import Box from '@mui/material/Box'
import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { screenLabel } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { DeletedRecords } from '../../deleted/DeletedRecords.lazy.ts'
import { actorAtom } from '../../session/session.ts'
import { BulkButtons } from '../bulk/BulkButtons.tsx'
import { AddFieldButton } from '../grid/add-field/AddFieldButton.tsx'
import { FilterButton } from '../filter/FilterButton.tsx'
import { FilterChips } from '../filter/FilterChips.lazy.tsx'
import { GroupButton } from '../grid/menus/GroupButton.tsx'
import { HideButton } from '../grid/menus/HideButton.tsx'
import { RecordDrawer } from '../drawer/RecordDrawer.lazy.tsx'
import { LayoutButtons } from './LayoutButtons.tsx'
import { NewRecordButton, NewRecordOfAddress } from '../edit/new/NewRecordButton.tsx'
import { PageKeys } from './PageKeys.tsx'
import { ListUpdatesBar } from '../list/ListUpdatesBar.tsx'
import { PrintedList } from '../print/PrintedList.tsx'
import { RecordPageProvider } from './record-page-context.ts'
import type { RecordPageProps } from './record-page-props.ts'
import { SearchBox } from './SearchBox.tsx'
import { SelectionProvider } from './selection.tsx'
import { SortButton } from '../grid/menus/SortButton.tsx'
import { TableBody } from '../grid/TableBody.tsx'
import { Toolbar } from './Toolbar.tsx'
import { t } from '../texts.ts'
import { ExportButton } from '../transfer/ExportButton.tsx'
import { ImportButton } from '../transfer/ImportButton.tsx'
import { useNeighbours } from '../drawer/use-neighbours.ts'
import { UndoBar } from '../bulk/UndoBar.lazy.tsx'
import { useRecordTable } from './use-record-table.ts'
import { ViewsButton } from '../views/ViewsButton.tsx'

/**
 * The page of a collection: its records, page by page, and the open record. Its whole state is in the
 * address.
 */
export default function RecordPage(given: RecordPageProps) {
  const props = { ...given, label: screenLabel(given.label) }
  const actor = useAtomValue(actorAtom)
  const [search] = useSearchParams()
  if (actor === null) return null
  const { collection, label, path, scope } = props
  if (search.get('deleted') === 'true')
    return <DeletedRecords collection={collection} label={label} path={path} scope={scope} actor={actor} />
  return <Page {...props} actor={actor} />
}

function Page({ actor, ...props }: RecordPageProps & { actor: Actor }) {
  const { state, answer, content } = useRecordTable(props, actor)
  const { collection, table, list, count } = state
  const { board: Board, action: Action, above: Above, scope } = props
  const showsBoard = Board !== undefined && table.isBoard
  const searchBox = useRef<HTMLInputElement>(null)
  // A search page focuses its search box. Every other page change focuses the heading, which is announced as
  // the page's title.
  const isSearch = scope === 'all' && table.open === null
  const arrivesAtSearch = useRef(isSearch)
  useEffect(() => {
    if (!arrivesAtSearch.current) return undefined
    const timer = setTimeout(() => searchBox.current?.focus())
    return () => clearTimeout(timer)
  }, [])
  const neighbours = useNeighbours(
    collection,
    list,
    answer.isStale ? undefined : answer.page,
    table.open,
    table.openRecord,
  )

  const lastPage = answer.page === undefined || answer.isStale ? null : answer.page.pages
  // Rows that have left the list stay on the page until it is reloaded, so the page is not empty before.
  const isPastEnd = lastPage !== null && table.page > lastPage && answer.page?.lines.length === 0
  useEffect(() => {
    if (isPastEnd) table.clampPage(lastPage)
    // eslint-disable-next-line react/exhaustive-deps -- the address is corrected once per answer, not once per drawing
  }, [isPastEnd, lastPage])

  const { filter, match } = table.shown
  const matching = { filter, match, searchToken: table.searchToken }
  const status =
    count === undefined
      ? answer.error === null && !table.isUnreadable
        ? t('loading')
        : ''
      : count === null
        ? t('counting')
        : t('count', { count })
  return (
    <RecordPageProvider value={state}>
      <SelectionProvider matching={matching} total={count ?? undefined}>
        <Box
          sx={{
            display: 'flex',
            height: '100%',
            minHeight: 0,
            flex: 1,
            overflow: 'hidden',
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            backgroundColor: 'portal.surface',
          }}
        >
          <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, minHeight: 0 }}>
            {Above !== undefined && <Above />}
            <Toolbar
              status={status}
              news={<ListUpdatesBar news={answer.page?.news ?? null} onRefresh={answer.retry} />}
              search={<SearchBox token={table.searchToken} onSearch={table.setSearch} box={searchBox} />}
              chips={<FilterChips />}
              places={{
                ...(Board !== undefined && { layout: <LayoutButtons /> }),
                views: <ViewsButton />,
                filter: <FilterButton />,
                export: <ExportButton />,
                ...(Action !== undefined && { action: <Action /> }),
                new: <NewRecordButton />,
                import: <ImportButton />,
                addField: <AddFieldButton />,
                // A board has no row order, columns or selection.
                ...(!showsBoard && {
                  sort: <SortButton />,
                  group: <GroupButton />,
                  hide: <HideButton />,
                  update: <BulkButtons />,
                }),
              }}
            />
            <UndoBar />
            <NewRecordOfAddress />
            <PageKeys isBoard={showsBoard} onSearch={() => searchBox.current?.focus()} />
            {showsBoard &&
            answer.error === null &&
            (answer.page?.count ?? answer.page?.lines.length ?? 0) > 0 ? (
              <Board
                collection={collection}
                question={matching}
                open={table.open}
                onOpen={table.openRecord}
              />
            ) : (
              <TableBody content={content} onRetry={answer.retry} />
            )}
          </Box>
          {table.open === null && <PrintedList page={answer.page} />}
          {table.open !== null && (
            <RecordDrawer
              declaration={collection}
              pid={table.open}
              actor={actor}
              tab={table.tab}
              onTab={table.setTab}
              onClose={table.closeRecord}
              onPrevious={neighbours.previous}
              onNext={neighbours.next}
            />
          )}
        </Box>
      </SelectionProvider>
    </RecordPageProvider>
  )
}
