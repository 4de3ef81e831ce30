import type { AnyRecord, Declaration, ExpectedDate, ExpectedDates } from '@portal/contract'
import { Facts, QueryResult, Section, formatDay } from '@portal/shared-ui'
import { Box, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { expectedDatesQuery } from './pipeline.queries.ts'
import { t } from './texts.ts'

function phraseOf({ likely, late }: ExpectedDate): string {
  if (likely === null) return t('expectedLate')
  if (late === null) return t('expectedLikely', { likely: formatDay(likely) })
  return t('expectedRange', { likely: formatDay(likely), late: formatDay(late) })
}

/** What the estimates rest on: per group of permits one sentence, with the smallest number of them. */
function basesOf(expected: readonly ExpectedDate[]): string[] {
  const counts = new Map<ExpectedDate['basis'], number | undefined>()
  for (const { basis, permits } of expected) {
    const known = counts.get(basis)
    counts.set(basis, known === undefined || permits === undefined ? permits : Math.min(known, permits))
  }
  return [...counts].map(([basis, count]) =>
    count === undefined ? t(`similar_${basis}`) : t(`counted_${basis}`, { count }),
  )
}

/** The days that the agency states for its decision, and the day on which they end. */
function Stated({ stated: { days, date } }: { stated: NonNullable<ExpectedDates['stated']> }) {
  return (
    <Box sx={{ paddingBottom: 3 }}>
      {date === null ? t('stated', { count: days }) : t('statedUntil', { count: days, day: formatDay(date) })}
    </Box>
  )
}

/** What comparable permits took. */
function Compared({ expected }: { expected: readonly ExpectedDate[] }) {
  return (
    <>
      <Facts facts={expected.map((each) => [t(`milestone_${each.milestone}`), phraseOf(each)])} />
      <Typography variant="body2" sx={{ color: 'text.secondary', paddingTop: 2 }}>
        {[...basesOf(expected), t('noPromise')].join(' ')}
      </Typography>
    </>
  )
}

/** When an open permit is expected to be submitted, decided and issued. Nothing where too few compare. */
export function ExpectedDatesSection({
  declaration,
  record,
}: {
  declaration: Declaration
  record: AnyRecord
}) {
  const query = useQuery(expectedDatesQuery(declaration.name, record.pid, record.version))
  if (query.data?.expected.length === 0 && query.data.stated === undefined) return null
  return (
    <Section title={t('expected')}>
      <QueryResult query={query} loading={t('expectedLoading')} failed={t('expectedFailed')}>
        {({ expected, stated }) => (
          <>
            {stated !== undefined && <Stated stated={stated} />}
            {expected.length > 0 && <Compared expected={expected} />}
          </>
        )}
      </QueryResult>
    </Section>
  )
}
