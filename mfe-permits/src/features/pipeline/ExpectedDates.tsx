import type { AnyRecord, Declaration, ExpectedDate } from '@portal/contract'
import { Facts, QueryResult, Section, formatDay } from '@portal/shared-ui'
import { Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { expectedDatesQuery } from './pipeline.queries.ts'
import { t } from './texts.ts'

function phraseOf({ likely, late }: ExpectedDate): string {
  if (likely === null) return t('expectedLate')
  if (late === null) return t('expectedLikely', { likely: formatDay(likely) })
  return t('expectedRange', { likely: formatDay(likely), late: formatDay(late) })
}

/** What the estimates rest on; one line for each way in which the permits compare. */
function basesOf(expected: readonly ExpectedDate[]): string[] {
  const sentences = expected.map(({ basis, permits }) =>
    permits === undefined ? t(`similar_${basis}`) : t(`counted_${basis}`, { count: permits }),
  )
  return [...new Set(sentences)]
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
  if (query.data?.length === 0) return null
  return (
    <Section title={t('expected')}>
      <QueryResult query={query} loading={t('expectedLoading')} failed={t('expectedFailed')}>
        {(expected) => (
          <>
            <Facts facts={expected.map((each) => [t(`milestone_${each.milestone}`), phraseOf(each)])} />
            <Typography variant="body2" sx={{ color: 'text.secondary', paddingTop: 2 }}>
              {[...basesOf(expected), t('noPromise')].join(' ')}
            </Typography>
          </>
        )}
      </QueryResult>
    </Section>
  )
}
