import type { CalendarFeed } from '@portal/contract/calendar'
import { QueryResult, Row, Rows, formatDateTime, useChange } from '@portal/shared-ui'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  TextField,
  Typography,
} from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { feedsQuery, makeFeed, revokeFeed } from './calendar.queries.ts'
import { t } from './texts.ts'

export interface SubscribeDialogProps {
  /** The view of the calendar, for which a new address is created; null for all dates. */
  view: { pid: string; name: string } | null
  onClose: () => void
}

/** Secret addresses by which other calendar programs read the dates: create, copy, revoke. */
export default function SubscribeDialog({ view, onClose }: SubscribeDialogProps) {
  const id = useId()
  const [url, setUrl] = useState<string | null>(null)
  const feeds = useQuery(feedsQuery)
  const stale = [feedsQuery.queryKey]
  const make = useChange(makeFeed, { stale, failed: t('feedFailed') }, { onDone: (made) => setUrl(made.url) })
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={`${id}-title`} onClose={onClose}>
      <DialogTitle id={`${id}-title`}>{t('subscribeTitle')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4 }}>
        <Typography>{t('subscribeText')}</Typography>
        {url === null ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
            <span>{t('newFeedFor', { view: view?.name ?? t('allDates') })}</span>
            <Button
              variant="contained"
              disabled={make.isPending}
              onClick={() => make.mutate(view === null ? null : view.pid)}
            >
              {t('newFeed')}
            </Button>
          </Box>
        ) : (
          <NewAddress url={url} />
        )}
        <Box component="section" aria-labelledby={`${id}-feeds`}>
          <Typography component="h3" variant="h3" id={`${id}-feeds`} sx={{ paddingBottom: 2 }}>
            {t('feeds')}
          </Typography>
          <QueryResult query={feeds} loading={t('feeds')} failed={t('feedsFailed')}>
            {(found) => <FeedList feeds={found} />}
          </QueryResult>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The address of a new feed, which is shown only once. */
function NewAddress({ url }: { url: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <span role="status">{t('feedMade')}</span>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <TextField
          label={t('feedAddress')}
          fullWidth
          autoFocus
          value={url}
          onFocus={(event) => event.target.select()}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <Button variant="contained" onClick={copy} sx={{ flex: 'none' }}>
          {t('copy')}
        </Button>
      </Box>
      <Box role="status" sx={{ minHeight: 20, color: 'text.secondary' }}>
        {copied === null ? '' : t(copied ? 'copied' : 'notCopied')}
      </Box>
    </Box>
  )
}

function FeedList({ feeds }: { feeds: readonly CalendarFeed[] }) {
  if (feeds.length === 0) return <Typography sx={{ color: 'text.secondary' }}>{t('noFeeds')}</Typography>
  return (
    <Rows label={t('feeds')}>
      {feeds.map((feed) => (
        <FeedRow key={feed.id} feed={feed} />
      ))}
    </Rows>
  )
}

function FeedRow({ feed: { id, view, isBroken, createdAt, lastUsedAt } }: { feed: CalendarFeed }) {
  const titleId = useId()
  const revoke = useChange(
    revokeFeed,
    { stale: [feedsQuery.queryKey], failed: t('notRevoked') },
    { done: t('revoked') },
  )
  const title = isBroken ? t('brokenFeed') : (view?.name ?? t('allDates'))
  const created = formatDateTime(createdAt)
  return (
    <Row
      titleId={titleId}
      title={title}
      facts={[
        t('created', { moment: created }),
        lastUsedAt === null ? t('neverRead') : t('lastRead', { moment: formatDateTime(lastUsedAt) }),
      ]}
    >
      <Button
        color="error"
        disabled={revoke.isPending}
        aria-label={t('revokeNamed', { view: title, moment: created })}
        onClick={() => revoke.mutate(id)}
      >
        {t('revoke')}
      </Button>
    </Row>
  )
}
