import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MouseEvent } from 'react'
import { restorableDays } from '@portal/contract'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { SkeletonTable } from '../feedback/SkeletonTable.tsx'
import { formatNumber } from '../format/numbers.ts'
import { Icon } from '../icons/Icon.tsx'
import { mdiChevronLeft, mdiChevronRight, mdiTrashCanOutline } from '../icons/paths.ts'
import { useShell } from '../portal/shell-api.ts'
import { SearchBox } from '../records/page/SearchBox.tsx'
import { t as recordTexts } from '../records/texts.ts'
import { DeletedTable } from './DeletedTable.tsx'
import type { DeletedRow } from './DeletedTable.tsx'
import type { DeletedState } from './deleted-state.ts'
import { t } from './texts.ts'

/** First part of the query keys of deleted records. */
export const deletedKey = 'deleted'

export interface DeletedPage {
  rows: DeletedRow[]
  count: number
  pageSize: number
}

export interface DeletedListProps {
  /** Where the rows were deleted from: the label of a page or the name of a folder. */
  place: string
  /** Identifies the list in the cache. */
  cacheKey: string
  load: (state: DeletedState, signal: AbortSignal) => Promise<DeletedPage>
  restore: (pid: string) => Promise<unknown>
  /** Called after a restore, so that the caller can reload what shows the row. */
  onRestored: () => void
  state: DeletedState
  onState: (state: DeletedState, options: { replace: boolean }) => void
  /** Address of the list the rows were deleted from. */
  back: string
}

interface Refused {
  pid: string
  name: string
  reason: string
}

const widths = [24, 280, 180, 140, 140, 140]

/** Restores rows one after the other; one refusal does not stop the rest. */
async function restoreEach(
  rows: readonly DeletedRow[],
  restore: DeletedListProps['restore'],
): Promise<{ done: DeletedRow[]; refused: Refused[] }> {
  const done: DeletedRow[] = []
  const refused: Refused[] = []
  for (const row of rows) {
    try {
      await restore(row.pid)
      done.push(row)
    } catch (error) {
      refused.push({
        pid: row.pid,
        name: row.name,
        reason: error instanceof Error ? error.message : String(error),
      })
    }
  }
  return { done, refused }
}

/** The deleted rows of one place, with search, sorting and restore. */
export default function DeletedList({
  place,
  cacheKey,
  load,
  restore,
  onRestored,
  state,
  onState,
  back,
}: DeletedListProps) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [deletedKey, cacheKey, state],
    queryFn: ({ signal }) => load(state, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const rows = data?.rows ?? []
  const selection = rows.filter(({ pid }) => chosen.has(pid))
  const run = useMutation({
    mutationFn: (asked: readonly DeletedRow[]) => restoreEach(asked, restore),
    onSuccess: ({ done, refused: left }) => {
      setRefused(left)
      setChosen(new Set(left.map(({ pid }) => pid)))
      if (done.length > 0) {
        shell.toast({
          title: t('restored', { count: done.length }),
          description: done.length === 1 ? (done[0]?.name ?? '') : '',
        })
        onRestored()
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [deletedKey] }),
  })
  const change = (changes: Partial<DeletedState>, replace = false) => {
    setChosen(new Set())
    onState({ ...state, page: 1, ...changes }, { replace })
  }
  const goBack = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    shell.navigate(back)
  }
  const none = selection.length === 0
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / (data?.pageSize ?? 1)))
  // A restore may have emptied the last page.
  const isPastEnd = data !== undefined && !isPlaceholderData && state.page > pages
  useEffect(() => {
    if (isPastEnd) onState({ ...state, page: pages }, { replace: true })
    // eslint-disable-next-line react/exhaustive-deps -- the address is corrected once per answer
  }, [isPastEnd, pages])
  return (
    <Box
      component="section"
      aria-label={t('title', { place })}
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, containerType: 'inline-size' }}
    >
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          columnGap: 4,
          rowGap: 2,
          padding: 3,
          borderBottom: 1,
          borderColor: 'divider',
        }}
      >
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Link href={back} onClick={goBack}>
            {t('back', { place })}
          </Link>
          <Typography component="h2" variant="subtitle1">
            {t('title', { place })}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t('hint', { days: restorableDays })}</Typography>
        </Box>
        <Box role="status" sx={{ color: 'text.secondary' }}>
          {run.isPending
            ? t('restoring')
            : data === undefined
              ? error === null
                ? t('loading')
                : ''
              : t('count', { count: data.count })}
        </Box>
        <Button
          variant="outlined"
          disabled={run.isPending}
          aria-disabled={none}
          {...(none && { 'aria-description': t('noneSelected'), title: t('noneSelected') })}
          onClick={() => {
            if (!none) run.mutate(selection)
          }}
        >
          {t('restoreSelected')}
        </Button>
        <SearchBox token={state.searchToken} onSearch={(searchToken) => change({ searchToken }, true)} />
      </Box>
      {refused.length > 0 && (
        <Alert
          severity="error"
          onClose={() => setRefused([])}
          slotProps={{ closeButton: { 'aria-label': t('dismiss') } }}
          sx={{ margin: 3, marginBottom: 0 }}
        >
          {t('refused', { count: refused.length })}
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 4, maxHeight: 200, overflow: 'auto' }}>
            {refused.map(({ pid, name, reason }) => (
              <li key={pid}>
                <bdi>{name}</bdi>: {reason}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', opacity: isPlaceholderData ? 0.6 : 1 }}>
        {error !== null && data === undefined && (
          <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
        )}
        {error === null && data === undefined && <SkeletonTable widths={widths} />}
        {data !== undefined && rows.length === 0 && state.searchToken === '' && (
          <EmptyState
            icon={mdiTrashCanOutline}
            title={t('empty', { days: restorableDays })}
            text={t('emptyText')}
          />
        )}
        {data !== undefined && rows.length === 0 && state.searchToken !== '' && (
          <EmptyState icon={mdiTrashCanOutline} title={t('nothingFound', { token: state.searchToken })}>
            <Button onClick={() => change({ searchToken: '' })}>{t('clearSearch')}</Button>
          </EmptyState>
        )}
        {rows.length > 0 && (
          <DeletedTable
            label={t('title', { place })}
            rows={rows}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            chosen={chosen}
            onChoose={setChosen}
            onRestore={(row) => run.mutate([row])}
            isBusy={run.isPending}
          />
        )}
      </Box>
      {pages > 1 && (
        <Box
          component="nav"
          aria-label={recordTexts('pages')}
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: 2,
            padding: 2,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <IconButton
            aria-label={recordTexts('previousPage')}
            disabled={state.page <= 1}
            onClick={() => change({ page: state.page - 1 })}
          >
            <Icon path={mdiChevronLeft} />
          </IconButton>
          {formatNumber(state.page)} / {formatNumber(pages)}
          <IconButton
            aria-label={recordTexts('nextPage')}
            disabled={state.page >= pages}
            onClick={() => change({ page: state.page + 1 })}
          >
            <Icon path={mdiChevronRight} />
          </IconButton>
        </Box>
      )}
    </Box>
  )
}
