import {
  ErrorPanel,
  Rows,
  SkeletonTable,
  actorAtom,
  changeRecordWatch,
  changeViewWatch,
  openableList,
  openableUrl,
  roleAtom,
  rowSx,
  useChange,
  userAtom,
  watchesKey,
  watchesQuery,
} from '@portal/shared-ui'
import { labelOfCollection, screenLabel } from '@portal/contract'
import type { Watches } from '@portal/contract'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { PortalLink } from '../../navigation/PortalLink.tsx'
import { t } from '../../notifications/texts.ts'
import { Section } from './Section.tsx'

interface WatchedLine {
  key: string
  title: string
  hint: string
  url: string | null
  stop: () => void
}

/** What the user watches, with a button to stop. */
export function WatchingSection() {
  const hasRole = useAtomValue(roleAtom) !== null
  const { data, error, refetch } = useQuery({ ...watchesQuery(), enabled: hasRole })
  return (
    <Section heading={t('watching')} text={t('watchingText')}>
      {data !== undefined && <Lines watches={data} />}
      {data === undefined && error !== null && (
        <ErrorPanel error={error} title={t('watchingFailed')} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <Box role="status" aria-label={t('watchingLoading')}>
          <SkeletonTable widths={[280, 120]} rows={2} />
        </Box>
      )}
    </Section>
  )
}

function useLines({ records, views }: Watches): { lines: WatchedLine[]; isBusy: boolean } {
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const outcome = { stale: [watchesKey], failed: t('notSaved') }
  const record = useChange(changeRecordWatch, outcome, { done: t('watchingStopped') })
  const view = useChange(changeViewWatch, outcome, { done: t('watchingStopped') })
  const ofRecords = records.map(({ collection, pid, title }): WatchedLine => ({
    key: pid,
    title: title === '' ? t('watchedUntitled') : title,
    hint: screenLabel(labelOfCollection(collection, 'one')),
    url: actor === null ? null : openableUrl(collection, pid, actor, user),
    stop: () => record.mutate({ collection, pid, isWatching: false }),
  }))
  const ofViews = views.map(({ pid, name, collection, isTooLarge }): WatchedLine => {
    const path = openableList({ collection, filter: {} }, user)?.split('?')[0]
    return {
      key: pid,
      title: screenLabel(name),
      hint: t(isTooLarge ? 'watchedViewTooLarge' : 'watchedView', {
        collection: screenLabel(labelOfCollection(collection, 'many')),
      }),
      url: path === undefined ? null : `${path}?${new URLSearchParams({ page: '1', view: pid }).toString()}`,
      stop: () => view.mutate({ pid, isWatching: false }),
    }
  })
  return { lines: [...ofViews, ...ofRecords], isBusy: record.isPending || view.isPending }
}

function Lines({ watches }: { watches: Watches }) {
  const { lines, isBusy } = useLines(watches)
  if (lines.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('watchingNone')}</Typography>
  return (
    <Rows label={t('watching')} maxHeight={480}>
      {lines.map(({ key, title, hint, url, stop }) => (
        <Box component="li" key={key} sx={{ ...rowSx, flexWrap: 'nowrap' }}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {url === null ? title : <PortalLink href={url}>{title}</PortalLink>}
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {hint}
            </Typography>
          </Box>
          <Button
            size="small"
            aria-label={t('unwatchOf', { title })}
            disabled={isBusy}
            onClick={stop}
            sx={{ flex: 'none' }}
          >
            {t('unwatch')}
          </Button>
        </Box>
      ))}
    </Rows>
  )
}
