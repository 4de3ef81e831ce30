import type { AuthoritySource } from '@portal/contract/authority-feeds'
import { ConfirmDialog, EmptyState, QueryResult, ReasonDialog, Rows, useChange } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { FeedDialog } from './FeedDialog.tsx'
import { FeedRow } from './FeedRow.tsx'
import { changeFeed, decideHeld, deleteFeed, feedsKey, feedsQuery, runFeed } from './feeds.queries.ts'
import { Runs } from './Runs.tsx'
import { t } from './texts.ts'

type Open =
  | { dialog: 'feed'; source: AuthoritySource | null }
  | { dialog: 'runs' | 'delete' | 'dismiss'; source: AuthoritySource }

const stale = [feedsKey]

/** Asks why what a feed holds is dismissed, and says here why that could not be done. */
function DismissHeld({ source, onClose }: { source: AuthoritySource; onClose: () => void }) {
  const dismiss = useChange(
    decideHeld,
    { stale, failed: t('heldFailed') },
    { done: t('heldDone'), onDone: onClose, tellsFailure: true },
  )
  return (
    <ReasonDialog
      title={t('dismissTitle', { count: source.held })}
      text={t('dismissText')}
      action={t('dismissHeld')}
      isBusy={dismiss.isPending}
      failure={dismiss.error?.message ?? null}
      onReason={(reason) => dismiss.mutate({ pid: source.pid, decision: 'dismiss', reason })}
      onClose={onClose}
    />
  )
}

/** Feeds of agencies: what is asked, what needs a person, and how a feed is set up. */
export default function FeedsPage() {
  const query = useQuery(feedsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const run = useChange(runFeed, { stale, failed: t('runFailed') }, { done: t('runStarted') })
  const change = useChange(changeFeed, { stale, failed: t('saveFailed') }, { done: t('saved') })
  const remove = useChange(
    deleteFeed,
    { stale, failed: t('deleteFailed') },
    { done: t('deleted'), onDone: close },
  )
  const release = useChange(decideHeld, { stale, failed: t('heldFailed') }, { done: t('heldDone') })
  const isBusy = [run, change, remove, release].some(({ isPending }) => isPending)
  return (
    <Box sx={{ maxWidth: 960 }}>
      <Typography variant="h2" sx={{ paddingBottom: 1 }}>
        {t('feeds')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', paddingBottom: 3 }}>{t('feedsText')}</Typography>
      <Button
        variant="contained"
        sx={{ marginBottom: 4 }}
        onClick={() => setOpen({ dialog: 'feed', source: null })}
      >
        {t('add')}
      </Button>
      <QueryResult query={query} loading={t('loading')} failed={t('loadFailed')}>
        {({ sources }) =>
          sources.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneText')} />
          ) : (
            <Rows label={t('feeds')}>
              {sources.map((source) => (
                <FeedRow
                  key={source.pid}
                  source={source}
                  isBusy={isBusy}
                  onRun={() => run.mutate(source.pid)}
                  onChange={() => setOpen({ dialog: 'feed', source })}
                  onRuns={() => setOpen({ dialog: 'runs', source })}
                  onSwitch={() => change.mutate({ pid: source.pid, isActive: !source.isActive })}
                  onDelete={() => setOpen({ dialog: 'delete', source })}
                  onRelease={() => release.mutate({ pid: source.pid, decision: 'release' })}
                  onDismiss={() => setOpen({ dialog: 'dismiss', source })}
                />
              ))}
            </Rows>
          )
        }
      </QueryResult>
      {open?.dialog === 'feed' && <FeedDialog source={open.source} onClose={close} />}
      {open?.dialog === 'runs' && <Runs source={open.source} onClose={close} />}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { authority: open.source.authority.title })}
          text={t('deleteText')}
          yes={t('delete')}
          no={t('keep')}
          onYes={() => remove.mutate(open.source.pid)}
          onNo={close}
        />
      )}
      {open?.dialog === 'dismiss' && <DismissHeld source={open.source} onClose={close} />}
    </Box>
  )
}
