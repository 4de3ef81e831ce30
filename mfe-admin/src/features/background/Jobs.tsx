import { backgroundJobStates } from '@portal/contract'
import type { BackgroundJob, BackgroundJobState } from '@portal/contract'
import { ConfirmDialog, EmptyState, Rows, useChange } from '@portal/shared-ui'
import { useQuery } from '@portal/shared-ui/query'
import { useSearchParams } from '@portal/shared-ui/router'
import { useState } from 'react'
import { backgroundPath, pageAt } from '../../paths.ts'
import { FilterLinks } from '../../parts/FilterLinks.tsx'
import { PagedList } from '../../parts/PagedList.tsx'
import { backgroundKey, cancelJob, jobsQuery, retryJob } from './background.queries.ts'
import { JobRow, jobTitle } from './JobRow.tsx'
import { t } from './texts.ts'

type Filter = BackgroundJobState | 'all'
const filters: readonly Filter[] = ['all', ...backgroundJobStates]
const pathOf = (filter: Filter) => (filter === 'all' ? backgroundPath : `${backgroundPath}?state=${filter}`)

const stale = [backgroundKey]

/** Jobs of everyone. The filter is in the address. */
export function Jobs() {
  const [search] = useSearchParams()
  const filter = filters.find((filter) => filter === search.get('state')) ?? 'all'
  const result = useQuery(jobsQuery(filter === 'all' ? null : filter, pageAt(search)))
  const [leaving, setLeaving] = useState<BackgroundJob | null>(null)
  const cancel = useChange(cancelJob, { stale, failed: t('cancelFailed') }, { done: t('canceled') })
  const retry = useChange(retryJob, { stale, failed: t('retryFailed') }, { done: t('retried') })
  const busy = [cancel, retry].find(({ isPending }) => isPending)?.variables
  const counts = result.data?.counts
  const countOf = (each: Filter) =>
    each === 'all'
      ? backgroundJobStates.reduce((sum, state) => sum + (counts?.[state] ?? 0), 0)
      : (counts?.[each] ?? 0)
  return (
    <>
      <PagedList
        label={t('jobs')}
        answer={result}
        paging={({ metadata }) => metadata}
        head={
          counts !== undefined && (
            <FilterLinks
              label={t('jobStates')}
              selected={filter}
              options={filters.map((filter) => ({
                name: filter,
                text: t(`state_${filter}`, { count: countOf(filter) }),
                to: pathOf(filter),
              }))}
            />
          )
        }
        empty={<EmptyState title={t(`none_${filter}`)} text={t('noneText')} />}
      >
        {({ jobs }) => (
          <Rows label={t('jobs')}>
            {jobs.map((job) => (
              <JobRow
                key={job.id}
                job={job}
                isBusy={busy === job.id}
                onCancel={() => setLeaving(job)}
                onRetry={() => retry.mutate(job.id)}
              />
            ))}
          </Rows>
        )}
      </PagedList>
      {leaving !== null && (
        <ConfirmDialog
          title={t('cancelTitle', { job: jobTitle(leaving) })}
          text={
            leaving.startedAt === null
              ? t('cancelWaitingText')
              : t('cancelText', { done: leaving.done, count: leaving.total })
          }
          yes={t('cancelJob')}
          no={t('keepJob')}
          onNo={() => setLeaving(null)}
          onYes={() => {
            setLeaving(null)
            cancel.mutate(leaving.id)
          }}
        />
      )}
    </>
  )
}
