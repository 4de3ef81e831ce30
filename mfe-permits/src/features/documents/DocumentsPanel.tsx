import { collections, isStaff } from '@portal/contract'
import {
  actorAtom,
  EmptyState,
  ErrorPanel,
  recordQuery,
  refreshRecordsAndSteps,
  useShell,
} from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box, Button, LinearProgress, Skeleton, Stack, Typography } from '@portal/shared-ui/mui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId } from 'react'
import { DocumentRow } from './DocumentRow.tsx'
import { OlderRequirements } from './OlderRequirements.tsx'
import { PackageHeader } from './PackageHeader.tsx'
import { ReviewedBy } from './ReviewedBy.tsx'
import { documentsQuery, packageQuery, setDocument, toPackage } from './package.queries.ts'
import type { DocumentState, Package } from './package.queries.ts'
import { t } from './texts.ts'

function PackageDocuments({ pack, isOwn }: { pack: Package; isOwn: boolean }) {
  const id = useId()
  const actor = useAtomValue(actorAtom)
  const shell = useShell()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: ({ documentType, body }: { documentType: string; body: DocumentState; isAsked: boolean }) =>
      setDocument(pack.pid, documentType, body),
    onError: (error, { isAsked }) => {
      // An error of a dialog's action is shown in the dialog.
      if (!isAsked) shell.toast({ title: t('notSaved'), description: error.message, colour: 'red' })
    },
    onSettled: () => refreshRecordsAndSteps(queryClient),
  })
  const documents = useQuery(documentsQuery(pack))
  const isOffice = actor !== null && isStaff(actor.role)
  const mayChange = isOffice && pack.isOpen
  const parts = [
    ['required', pack.checklist.filter(({ required }) => required)],
    ['optional', pack.checklist.filter(({ required }) => !required)],
  ] as const
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      <PackageHeader pack={pack} mayStep={isOffice} isOwn={isOwn} />
      <ReviewedBy permit={pack.permit} />
      <Box>
        <Typography id={id} sx={{ paddingBottom: 2 }}>
          {t('readiness', { percent: pack.readinessPct })}
          {pack.missingCount > 0 && `, ${t('missing', { count: pack.missingCount })}`}
        </Typography>
        <LinearProgress variant="determinate" value={pack.readinessPct} aria-labelledby={id} />
        {!pack.isOpen && (
          <Typography sx={{ color: 'text.secondary', paddingTop: 2 }}>{t('frozen')}</Typography>
        )}
      </Box>
      {documents.error !== null && (
        <Box role="alert">
          {t('detailsFailed')} <Button onClick={() => void documents.refetch()}>{t('retry')}</Button>
        </Box>
      )}
      {parts.map(([part, items]) =>
        items.length === 0 ? null : (
          <Box key={part} component="section" aria-label={t(part)}>
            <Typography component="h3" variant="h3">
              {t(part)}
            </Typography>
            <Box component="ul" sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
              {items.map((item) => (
                <DocumentRow
                  key={item.documentType}
                  item={item}
                  pack={pack.pid}
                  permit={pack.permit}
                  isBusy={change.isPending}
                  onAsk={change.reset}
                  failure={change.error?.message ?? null}
                  details={
                    documents.data?.documents.find(
                      ({ documentType }) => documentType === item.documentType,
                    ) ?? null
                  }
                  onSet={
                    mayChange
                      ? (body, done) =>
                          change.mutate(
                            { documentType: item.documentType, body, isAsked: done !== null },
                            { onSuccess: () => done?.() },
                          )
                      : null
                  }
                />
              ))}
            </Box>
          </Box>
        ),
      )}
    </Stack>
  )
}

/** The current package; changes by others are followed while the tab is open. */
function FollowedPackage({ pack }: { pack: Package }) {
  const { data } = useQuery({ ...recordQuery(collections.rts, pack.pid), placeholderData: pack.record })
  return <PackageDocuments pack={data === undefined ? pack : toPackage(data)} isOwn={false} />
}

function OfPermit({ pid, cycleNo }: { pid: string; cycleNo: number }) {
  const { data, error, refetch } = useQuery(packageQuery(pid, cycleNo))
  if (data === undefined && error !== null)
    return <ErrorPanel error={error} title={t('failed')} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton animation={false} height={120} aria-label={t('loading')} />
  return data === null ? (
    <EmptyState title={t('none')} text={t('noneHint')} />
  ) : (
    <FollowedPackage key={data.pid} pack={data} />
  )
}

/**
 * The documents a submission needs: their states, and the actions to verify, reject or waive them. Source:
 * domain.md 1.9 and 4.
 */
export function DocumentsPanel({ collection, pid, record }: PanelProps) {
  if (collection === 'rts') return <PackageDocuments pack={toPackage(record)} isOwn />
  return (
    <>
      <OlderRequirements permit={record} />
      <OfPermit pid={pid} cycleNo={Number(record['cycleNo'] ?? 1)} />
    </>
  )
}
