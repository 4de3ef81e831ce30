import type { RemoteUsage } from '@portal/contract'
import { screenLabel } from '@portal/contract'
import { ConfirmDialog, ErrorPanel, formatDateTime } from '@portal/shared-ui'
import { Box, Skeleton, TextField, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { t as roleWords } from '../../../texts.ts'
import { moduleName } from '../../../words/names.ts'
import { removeModule, usageQuery } from './modules.queries.ts'
import { t } from './texts.ts'
import { useDeploying } from './use-deploying.ts'

/** What is gone with the module, and who uses it, one sentence each. */
function usageWords(usage: RemoteUsage): string[] {
  const { routes, panels, versions, tokens, offFor, people, mounts, lastAt, calledBy } = usage
  const pages = routes.map(({ path, label }) => (label === null ? path : `${screenLabel(label)} (${path})`))
  return [
    ...(pages.length === 0 ? [] : [t('usesPages', { count: pages.length, list: pages.join(', ') })]),
    ...(panels.length === 0
      ? []
      : [
          t('usesPanels', {
            count: panels.length,
            list: panels.map(({ label }) => screenLabel(label)).join(', '),
          }),
        ]),
    t('usesPeople', { count: people }),
    ...(offFor.length === 0
      ? []
      : [t('usesOffFor', { list: offFor.map((role) => roleWords(role)).join(', ') })]),
    lastAt === null ? t('usesNever') : t('usesMounts', { count: mounts, at: formatDateTime(lastAt) }),
    ...(calledBy.length === 0 ? [] : [t('usesCalledBy', { list: calledBy.map(moduleName).join(', ') })]),
    t('usesVersions', { count: versions }),
    ...(tokens === 0 ? [] : [t('usesTokens', { count: tokens })]),
  ]
}

/** Who uses the module. It can be removed without this, because an error here is no reason to keep it. */
function Usage({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(usageQuery(name))
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('usageFailed')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton variant="rounded" height={160} />
  return (
    <Box component="ul" aria-label={t('usage')} sx={{ margin: 0, paddingLeft: 5 }}>
      {usageWords(data).map((words) => (
        <Typography component="li" key={words} sx={{ overflowWrap: 'anywhere' }}>
          {words}
        </Typography>
      ))}
    </Box>
  )
}

/** Asks before a module is removed: who uses it, and its name typed again. */
export function RemoveModule({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const remove = useDeploying(removeModule, {
    done: () => t('removed', { name: moduleName(name) }),
    failed: t('notRemoved'),
  })
  const confirm = () => {
    if (typed.trim() !== name) return setWrong(true)
    remove.mutate(name)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: moduleName(name) })}
      text={t('removeText')}
      yes={t('remove')}
      onNo={onClose}
      onYes={confirm}
    >
      <Box sx={{ paddingBlock: 3 }}>
        <Usage name={name} />
      </Box>
      <TextField
        label={t('typeName', { name })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={isWrong}
        helperText={isWrong ? t('typeWrong', { name }) : undefined}
        fullWidth
      />
    </ConfirmDialog>
  )
}
