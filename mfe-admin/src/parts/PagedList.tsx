import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { ErrorPanel, Icon, SkeletonTable } from '@portal/shared-ui'
import { Box, IconButton } from '@portal/shared-ui/mui'
import { useSearchParams } from '@portal/shared-ui/router'
import type { ReactNode } from 'react'
import { pageAt } from '../paths.ts'
import { t } from '../texts.ts'

interface Answer<Data> {
  data: Data | undefined
  error: Error | null
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface PagedListProps<Data> {
  /** What is listed; used by the loading and error messages. */
  label: string
  answer: Answer<Data>
  /** Buttons and filters above the list. */
  head?: ReactNode
  paging: (data: Data) => { count: number; page: number; pageSize: number }
  /** Shown when the list is empty. */
  empty: ReactNode
  children: (data: Data) => ReactNode
}

const skeletonWidths = [320, 240, 160]

/** A list with pages: header, rows or their loading, error and empty states, and paging. */
export function PagedList<Data>({ label, answer, head, paging, empty, children }: PagedListProps<Data>) {
  const { data, error, isPlaceholderData, refetch } = answer
  return (
    <Box sx={{ maxWidth: 960, width: '100%', paddingBlock: 2 }}>
      {head}
      {data === undefined && error !== null && (
        <ErrorPanel error={error} title={t('listFailed', { label })} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Box role="status" aria-label={t('listLoading', { label })}>
          <SkeletonTable widths={skeletonWidths} rows={6} />
        </Box>
      )}
      {data !== undefined && (
        // The previous rows are shown until the new ones have loaded.
        <Box sx={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
          {paging(data).count === 0 ? empty : children(data)}
          <Pager {...paging(data)} />
        </Box>
      )}
    </Box>
  )
}

/** The displayed range, with links to the adjacent pages; hidden when everything fits on one page. */
function Pager({ count, page, pageSize }: { count: number; page: number; pageSize: number }) {
  const [search, setSearch] = useSearchParams()
  const pages = Math.max(1, Math.ceil(count / pageSize))
  const asked = pageAt(search)
  if (pages <= 1 && asked <= 1) return null
  const go = (wanted: number) =>
    setSearch((before) => {
      before.set('page', String(wanted))
      return before
    })
  const from = (page - 1) * pageSize + 1
  return (
    <Box
      component="nav"
      aria-label={t('listPages')}
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'flex-end', gap: 1, paddingTop: 3 }}
    >
      <Box component="span" sx={{ color: 'text.secondary', paddingInlineEnd: 2 }}>
        {from > count
          ? t('pastEnd', { count })
          : t('listRange', { from, to: Math.min(page * pageSize, count), count })}
      </Box>
      <IconButton
        aria-label={t('previousPage')}
        disabled={asked <= 1}
        onClick={() => go(Math.min(asked - 1, pages))}
      >
        <Icon path={mdiChevronLeft} />
      </IconButton>
      <IconButton aria-label={t('nextPage')} disabled={asked >= pages} onClick={() => go(asked + 1)}>
        <Icon path={mdiChevronRight} />
      </IconButton>
    </Box>
  )
}
