import { submissionPeriods, usualSubmissionPeriod } from '@portal/contract'
import type { AuthorityFigures, SubmissionPeriod } from '@portal/contract'
import { ErrorPanel, formatNumber } from '@portal/shared-ui'
import { Alert, Box, MenuItem, Skeleton, TextField, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useSearchParams } from '@portal/shared-ui/router'
import type { ReactNode } from 'react'
import { Bars, Legend } from './Bars.tsx'
import type { BarRow } from './Bars.tsx'
import { ChartCard } from './ChartCard.tsx'
import { MetricTable } from './MetricTable.tsx'
import { submissionsQuery } from './overview.queries.ts'
import { t } from './texts.ts'

const colours = { submitted: 'blue', firstPass: 'teal', later: 'orange' } as const

const periodIn = (text: string | null): SubmissionPeriod =>
  submissionPeriods.find((days) => String(days) === text) ?? usualSubmissionPeriod

/** For example `75%`. Rounded down, so that 100% means all. */
const shareOf = ({ approved, firstPass }: AuthorityFigures) =>
  `${Math.floor((100 * firstPass.count) / approved.count)}%`

const approvedName = (authority: string, figures: AuthorityFigures) =>
  t('approvedOf', { authority, count: figures.approved.count, share: shareOf(figures) })

interface Row {
  key: string
  label: string
  figures: AuthorityFigures
}

function submittedRow({ key, label, figures: { submitted } }: Row): BarRow[] {
  if (submitted === null) return []
  const total = { ...submitted, words: formatNumber(submitted.count) }
  return [
    {
      key,
      label,
      total,
      segments: [{ ...submitted, key, label: t('submitted'), colour: colours.submitted }],
    },
  ]
}

function approvedRow({ key, label, figures }: Row): BarRow {
  const { approved, firstPass, later } = figures
  return {
    key,
    label,
    total:
      approved.count === 0
        ? { ...approved, words: '–' }
        : { ...approved, words: shareOf(figures), name: approvedName(label, figures) },
    segments: [
      { ...firstPass, key: 'firstPass', label: t('firstPass'), colour: colours.firstPass },
      { ...later, key: 'later', label: t('later'), colour: colours.later },
    ],
  }
}

/** One half of the chart, with its own title. */
function Half({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="h3" sx={{ fontWeight: 550, paddingBottom: 2 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

function Chart({ rows }: { rows: readonly Row[] }) {
  const submitted = rows.flatMap(submittedRow)
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 8,
        rowGap: 5,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))',
      }}
    >
      {submitted.length > 0 && (
        <Half title={t('submitted')}>
          <Bars rows={submitted} />
        </Half>
      )}
      <Half title={t('approvedShare')}>
        <Bars rows={rows.map(approvedRow)} />
        <Legend
          entries={(['firstPass', 'later'] as const).map((key) => ({ label: t(key), colour: colours[key] }))}
        />
      </Half>
    </Box>
  )
}

function Table({ rows }: { rows: readonly Row[] }) {
  const hasPackages = rows.some(({ figures }) => figures.submitted !== null)
  return (
    <MetricTable
      name={t('submissions')}
      head={[
        t('authority'),
        ...(hasPackages ? [t('submitted')] : []),
        t('approved'),
        t('firstPass'),
        t('later'),
        t('share'),
      ]}
      lines={rows.map(({ key, label, figures }) => ({
        key,
        label,
        cells: [
          ...(figures.submitted === null ? [] : [figures.submitted]),
          figures.approved,
          figures.firstPass,
          figures.later,
          { ...figures.firstPass, words: figures.approved.count === 0 ? '–' : shareOf(figures) },
        ],
      }))}
    />
  )
}

/**
 * The submissions to each authority in the period, and the share of its approvals at first pass. Source:
 * look.md 7.
 */
export function SubmissionsCard() {
  const [search, setSearch] = useSearchParams()
  const days = periodIn(search.get('days'))
  const { data, error, refetch } = useQuery(submissionsQuery(days))
  const rows = data?.authorities.map((figures): Row => {
    const { authority } = figures
    return {
      key: authority?.pid ?? '',
      label: authority?.title ?? t('noAuthority'),
      figures,
    }
  })
  const choose = (chosen: string) =>
    setSearch(
      (before) => {
        before.set('days', chosen)
        return before
      },
      { replace: true },
    )
  const choice = (
    <TextField
      select
      size="small"
      label={t('period')}
      value={String(days)}
      onChange={({ target }) => choose(target.value)}
      sx={{ flex: 'none' }}
    >
      {submissionPeriods.map((submissionPeriod) => (
        <MenuItem key={submissionPeriod} value={String(submissionPeriod)}>
          {t('periodDays', { days: submissionPeriod })}
        </MenuItem>
      ))}
    </TextField>
  )
  const failed = error !== null && <Alert severity="warning">{t('submissionsOld')}</Alert>
  const waiting =
    error === null ? (
      <Skeleton
        role="status"
        aria-label={t('submissionsLoading')}
        variant="rounded"
        animation={false}
        height={96}
      />
    ) : (
      <ErrorPanel error={error} title={t('submissionsFailed')} onRetry={() => void refetch()} />
    )
  return (
    <ChartCard
      isWide
      title={t('submissions')}
      hint={t('submissionsHint')}
      choice={choice}
      empty={rows?.length === 0 ? t('nothingSubmitted') : null}
      chart={
        rows === undefined ? (
          waiting
        ) : (
          <>
            {failed}
            <Chart rows={rows} />
          </>
        )
      }
      table={rows === undefined ? null : <Table rows={rows} />}
    />
  )
}
