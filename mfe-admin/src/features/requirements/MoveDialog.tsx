import type { AffectedPermitsPage, MoveResult } from '@portal/contract/requirements-move'
import {
  ErrorPanel,
  SkeletonTable,
  WizardDialog,
  WorkProgress,
  refreshAllRecords,
  useLibraryLabels,
} from '@portal/shared-ui'
import type { JobProgress } from '@portal/shared-ui'
import { Box, Button, Typography } from '@portal/shared-ui/mui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Choice } from '../../parts/fields.tsx'
import { AffectedList } from './AffectedList.tsx'
import { Lines } from './Lines.tsx'
import { formatGroup } from './format-differences.ts'
import { typeName } from './format-requirements.ts'
import { affectedQuery, movePermits, permitNamesQuery, undoMove } from './move.queries.ts'
import type { Narrowing } from './move.queries.ts'
import { t } from './texts.ts'

const every = '*'
const maxNamed = 20

function useMove() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const onSettled = async () => {
    await client.invalidateQueries({ queryKey: ['requirements'] })
    await refreshAllRecords(client)
  }
  const run = useMutation({
    mutationFn: (body: Parameters<typeof movePermits>[0]) => movePermits(body, setProgress),
    onSettled,
  })
  const undo = useMutation({
    mutationFn: (id: string) => undoMove(id, setProgress),
    onMutate: () => setProgress(null),
    onSettled,
  })
  return { run, undo, progress }
}

/** The permits that were not moved, by name, with the reason. */
function Refused({ failed }: Pick<MoveResult, 'failed'>) {
  const shown = failed.slice(0, maxNamed)
  const { data } = useQuery(permitNamesQuery(shown.map(({ pid }) => pid)))
  if (failed.length === 0) return null
  return (
    <div>
      <Typography sx={{ color: 'error.main' }}>{t('notMoved', { count: failed.length })}</Typography>
      <Lines
        name={t('notMoved', { count: failed.length })}
        lines={shown.map(({ pid, reason }) => t('refused', { name: data?.get(pid) ?? pid, reason }))}
        all={failed.length}
      />
    </div>
  )
}

/** Values that occur, to narrow the permits by; `every` first. */
const options = (values: readonly (readonly [string, string])[], all: string) => [
  [every, all] as const,
  ...[...new Map(values)].toSorted(([, one], [, other]) => one.localeCompare(other)),
]

interface PlanProps {
  data: AffectedPermitsPage
  all: AffectedPermitsPage
  chosen: Narrowing
  onChoose: (chosen: Narrowing) => void
  children: ReactNode
}

/** What changes for the permits, in sum and one by one. */
function Plan({ data, all, chosen, onChoose, children }: PlanProps) {
  const labels = useLibraryLabels()
  const orUndefined = (code: string) => (code === every ? undefined : code)
  return (
    <>
      <Typography>{t('moveText')}</Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Choice
          label={t('agency')}
          value={chosen.authority ?? every}
          options={options(
            all.groups.flatMap(({ authority }) =>
              authority === null ? [] : [[authority.pid, authority.title]],
            ),
            t('everyAgency'),
          )}
          onChange={(code) => onChoose({ ...chosen, authority: orUndefined(code) })}
        />
        <Choice
          label={t('type')}
          value={chosen.permitType ?? every}
          options={options(
            all.groups.flatMap(({ permitType }) =>
              permitType === null ? [] : [[permitType, typeName(permitType, labels)]],
            ),
            t('everyType'),
          )}
          onChange={(code) => onChoose({ ...chosen, permitType: orUndefined(code) })}
        />
      </Box>
      <Typography role="status">
        {t('toMove', { count: data.open })} {t('thatChange', { count: data.metadata.count })}
      </Typography>
      <Lines
        name={t('inSum')}
        lines={data.groups.map((group) => formatGroup(group, data.open, labels))}
        all={data.groups.length}
      />
      {data.metadata.count > 0 && children}
    </>
  )
}

/** Moves open permits of other versions to the one in force, after a preview, as a job with one step back. */
export function MoveDialog({ number, onClose }: { number: number; onClose: () => void }) {
  const [chosen, setChosen] = useState<Narrowing>({})
  const [page, setPage] = useState(1)
  const { run, undo, progress } = useMove()
  const isAsking = run.isIdle || run.isError
  const common = { to: 'published', version: number } as const
  const all = useQuery({ ...affectedQuery({ ...common, page: 1 }), enabled: isAsking })
  const query = useQuery({ ...affectedQuery({ ...common, ...chosen, page }), enabled: isAsking })
  const frame = { title: t('moveTitle', { number }), maxWidth: 'md', onClose } as const
  const close = <Button onClick={onClose}>{t('close')}</Button>
  if (run.isPending || undo.isPending)
    return (
      <WizardDialog {...frame} buttons={close}>
        <WorkProgress
          label={undo.isPending ? t('undoing') : t('moving')}
          far={(done, total) => t('far', { done, total })}
          progress={progress}
          hint={t('canLeave')}
        />
      </WizardDialog>
    )
  if (run.isSuccess)
    return (
      <WizardDialog
        {...frame}
        buttons={
          <>
            {!undo.isSuccess && run.data.updated > 0 && (
              <Button onClick={() => undo.mutate(run.data.id)}>{t('undo')}</Button>
            )}
            <Button variant="contained" onClick={onClose}>
              {t('close')}
            </Button>
          </>
        }
      >
        <Typography role="status">
          {undo.isSuccess
            ? [
                t('movedBack', { count: undo.data.restored }),
                ...(undo.data.failed.length > 0 ? [t('notMoved', { count: undo.data.failed.length })] : []),
              ].join(' ')
            : t('moved', { count: run.data.updated, number })}
        </Typography>
        {!undo.isSuccess && <Refused failed={run.data.failed} />}
        {undo.error !== null && <Typography role="alert">{undo.error.message}</Typography>}
      </WizardDialog>
    )
  const { data } = query
  return (
    <WizardDialog
      {...frame}
      buttons={
        <>
          <Button variant="outlined" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            variant="contained"
            disabled={data === undefined || query.isPlaceholderData || data.open === 0}
            onClick={() => run.mutate({ to: number, ...chosen })}
          >
            {t('move', { count: data?.open ?? 0 })}
          </Button>
        </>
      }
    >
      {data === undefined && query.error === null && (
        <Box role="status" aria-label={t('permitsLoading')}>
          <SkeletonTable widths={[320, 240]} rows={4} />
        </Box>
      )}
      {data === undefined && query.error !== null && (
        <ErrorPanel error={query.error} title={t('permitsFailed')} onRetry={() => void query.refetch()} />
      )}
      {data !== undefined && (
        <Plan
          data={data}
          all={all.data ?? data}
          chosen={chosen}
          onChoose={(next) => {
            setChosen(next)
            setPage(1)
          }}
        >
          <AffectedList data={data} isFetching={query.isPlaceholderData} page={page} onPage={setPage} />
        </Plan>
      )}
      {run.error !== null && (
        <Typography role="alert" sx={{ color: 'error.main' }}>
          {run.error.message}
        </Typography>
      )}
    </WizardDialog>
  )
}
