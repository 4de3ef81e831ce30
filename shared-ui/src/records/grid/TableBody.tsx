import { pluralOf, screenLanguage } from '@portal/contract'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { isProblem } from '../../api/api-problem.ts'
import { EmptyState } from '../../feedback/EmptyState.tsx'
import { ErrorPanel } from '../../feedback/ErrorPanel.tsx'
import { Notice } from '../../feedback/Notice.tsx'
import { SkeletonTable } from '../../feedback/SkeletonTable.tsx'
import { labelOf } from '../edit/problems.ts'
import { t as tEdit } from '../edit/texts.ts'
import { toTree } from '../filter/filter-tree.ts'
import { findRemovedField } from '../filter/removed-options.ts'
import { NewRecordButton } from '../edit/new/NewRecordButton.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { noView } from '../page/table-state.ts'
import { t } from '../texts.ts'
import type { RecordTableState } from '../page/use-record-table.ts'
import { RecordTable } from './RecordTable.tsx'
import { TableFooter } from './TableFooter.tsx'

/** The records, or why there are none: loading, nothing yet, no match, a failure; each with the way on. */
export function TableBody({ answer, isViewGone }: Pick<RecordTableState, 'answer' | 'isViewGone'>) {
  const { collection, table, columns, remember, openMenu } = useRecordPage()
  const { page } = answer
  if (table.isUnreadable) {
    return (
      <Notice role="alert" title={t('unreadableFilter')} text={t('unreadableFilterHint')}>
        <ClearFilters />
      </Notice>
    )
  }
  if (answer.error !== null) {
    const isRefused = isProblem(answer.error, 'validation-failed')
    const { items } = toTree(table.shown.filter, table.shown.match)
    const gone = isRefused ? findRemovedField(collection, items) : undefined
    if (gone !== undefined) {
      return (
        <Notice
          role="alert"
          title={t('goneFilter')}
          text={t('goneFilterHint', { field: labelOf(collection, gone) })}
        >
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'center' }}>
            <Button
              variant="contained"
              onClick={() =>
                openMenu(
                  'filter',
                  items.findIndex((item) => findRemovedField(collection, [item]) !== undefined),
                )
              }
            >
              {t('changeFilter')}
            </Button>
            <ClearFilters />
          </Box>
        </Notice>
      )
    }
    // Asked again it would be refused again.
    if (isRefused) {
      return (
        <Notice role="alert" title={t('refusedAddress')} text={t('refusedAddressHint')}>
          <Button variant="contained" onClick={() => table.setView(noView)}>
            {t('showAll')}
          </Button>
        </Notice>
      )
    }
    return <ErrorPanel error={answer.error} title={t('listFailed')} onRetry={answer.retry} />
  }
  if (page === undefined) return <SkeletonTable widths={columns.map(({ width }) => width)} />
  if (page.lines.length === 0 && page.count === 0) return <NoRecords />
  const setWidth = (column: string, px: number) => {
    const widths = Object.fromEntries(columns.map(({ name, width }) => [name, width]))
    remember({ widths: { ...widths, [column]: px } })
  }
  return (
    <>
      {isViewGone && <Alert severity="info">{t('viewGone')}</Alert>}
      <RecordTable page={page} isStale={answer.isStale} onWidth={setWidth} />
      <TableFooter number={table.page} page={page} isGrouped={table.grouping.active} onPage={table.setPage} />
    </>
  )
}

function ClearFilters() {
  const { table } = useRecordPage()
  return (
    <Button variant="outlined" onClick={table.clearFilters}>
      {t('clearFilters')}
    </Button>
  )
}

function NoRecords() {
  const { collection, table } = useRecordPage()
  const { noun } = collection
  if (Object.keys(table.shown.filter).length > 0) {
    return (
      <EmptyState title={t('noMatch', { noun })} text={t('noMatchHint')}>
        <ClearFilters />
      </EmptyState>
    )
  }
  if (table.searchToken === '') {
    return (
      <EmptyState title={t('nothingYet', { nouns: screenLanguage() === 'en' ? pluralOf(noun) : noun })}>
        <NewRecordButton label={tEdit('newRecord', { noun })} />
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t('nothingFound', { token: table.searchToken })} text={t('nothingFoundHint')}>
      <Button variant="outlined" onClick={() => table.setSearch('')}>
        {t('clearSearch')}
      </Button>
    </EmptyState>
  )
}
