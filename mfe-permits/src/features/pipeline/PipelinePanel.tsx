import { stagesOf, visitsOf } from '@portal/contract'
import type { AnyRecord, Declaration } from '@portal/contract'
import {
  QueryResult,
  Facts,
  OptionChip,
  RecordLink,
  Section,
  TabLink,
  formatMomentDay,
  isReference,
  optionOf,
  useDeclarations,
} from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box, Stack } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { Clocks } from '../../parts/Clocks.tsx'
import { transitionsQuery } from '../../steps/steps.queries.ts'
import { ExpectedDatesSection } from './ExpectedDates.tsx'
import { cyclesQuery, stageVisitsQuery } from './pipeline.queries.ts'
import { Stages } from './Stages.tsx'
import { t } from './texts.ts'
import { Visits } from './Visits.tsx'

interface Shown {
  declaration: Declaration
  record: AnyRecord
}

/** What comes next: the court and the available transitions. */
function Next({ declaration, record }: Shown) {
  const steps = useQuery(transitionsQuery(declaration.name, record.pid, record.version))
  const open = (steps.data?.transitions ?? []).filter(({ allowed }) => allowed)
  const court = optionOf(declaration.fields['court'], record['court'])
  return (
    <Section title={t('next')}>
      <Facts
        facts={[
          [t('turn'), court?.label],
          [
            t('nextSteps'),
            steps.data === undefined
              ? null
              : open.length === 0
                ? t('none')
                : open.map(({ label }) => label).join(', '),
          ],
        ]}
      />
      <QueryResult query={steps} loading={null} failed={t('nextFailed')}>
        {() =>
          open.length > 0 && (
            <Box sx={{ paddingTop: 2 }}>
              <TabLink tab="Processing status">{t('toStatus')}</TabLink>
            </Box>
          )
        }
      </QueryResult>
    </Section>
  )
}

function OfPermit({ declaration, record }: Shown) {
  const standings = useQuery(stageVisitsQuery(declaration.name, record.pid, record.version))
  const [now] = useState(() => Date.now())
  return (
    <Stack spacing={7} sx={{ paddingTop: 4 }}>
      <Section title={t('stages')}>
        <QueryResult query={standings} loading={t('loading')} failed={t('failed')}>
          {(found) => (
            <Stages
              declaration={declaration}
              stages={stagesOf(found, now, record['bucket'] === 'processed')}
            />
          )}
        </QueryResult>
      </Section>
      <Next declaration={declaration} record={record} />
      {record['bucket'] === 'processing' && (
        <ExpectedDatesSection declaration={declaration} record={record} />
      )}
      <Clocks record={record} now={now} />
    </Stack>
  )
}

function Steps({ declaration, record }: Shown) {
  const standings = useQuery(stageVisitsQuery(declaration.name, record.pid, record.version))
  const [now] = useState(() => Date.now())
  return (
    <Section title={t('steps')}>
      <QueryResult query={standings} loading={t('loading')} failed={t('failed')}>
        {(found) => <Visits declaration={declaration} visits={visitsOf(found, now, false)} />}
      </QueryResult>
    </Section>
  )
}

function Cycle({
  cycle,
  declaration,
  isOpen,
}: {
  cycle: AnyRecord
  declaration: Declaration
  isOpen: boolean
}) {
  const status = optionOf(declaration.fields['status'], cycle['status'])
  const submittedAt = cycle['submittedAt']
  const confirmation = cycle['confirmationNo']
  const number = typeof cycle['refNo'] === 'string' ? cycle['refNo'] : cycle.pid
  const facts = [
    typeof submittedAt === 'string'
      ? t('submitted', { day: formatMomentDay(submittedAt) })
      : t('readiness', { percent: Number(cycle['readinessPct'] ?? 0) }),
    ...(typeof confirmation === 'string' && confirmation !== ''
      ? [t('confirmation', { number: confirmation })]
      : []),
  ]
  return (
    <Box
      component="li"
      {...(isOpen && { 'aria-current': 'step' as const })}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 3,
        rowGap: 1,
        alignItems: 'center',
        paddingBlock: 3,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ fontWeight: 550 }}>{t('cycle', { number: Number(cycle['cycleNo'] ?? 1) })}</Box>
      {status !== undefined && <OptionChip option={status} />}
      <Box sx={{ flexGrow: 1 }}>
        {isOpen ? (
          `${number} (${t('thisOne')})`
        ) : (
          <RecordLink collection="rts" pid={cycle.pid}>
            {number}
          </RecordLink>
        )}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>{facts.join(' · ')}</Box>
    </Box>
  )
}

function OfPackage({ declaration, record }: Shown) {
  const permit = record['permit']
  const cycles = useQuery(cyclesQuery(isReference(permit) ? permit.pid : ''))
  return (
    <Stack spacing={7} sx={{ paddingTop: 4 }}>
      <Section title={t('cycles')}>
        <QueryResult query={cycles} loading={t('loading')} failed={t('cyclesFailed')}>
          {(found) => (
            <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {found.map((cycle) => (
                <Cycle
                  key={cycle.pid}
                  cycle={cycle}
                  declaration={declaration}
                  isOpen={cycle.pid === record.pid}
                />
              ))}
            </Box>
          )}
        </QueryResult>
      </Section>
      <Steps declaration={declaration} record={record} />
    </Stack>
  )
}

/** The stages of a permit, the cycles of a package, or the statuses of a payment. Source: domain.md 4. */
export function PipelinePanel({ collection, record }: PanelProps) {
  const declaration = useDeclarations()(collection)
  if (declaration === undefined) return null
  if (declaration.table === 'permits') return <OfPermit declaration={declaration} record={record} />
  if (declaration.table === 'rts') return <OfPackage declaration={declaration} record={record} />
  return (
    <Box sx={{ paddingTop: 4 }}>
      <Steps declaration={declaration} record={record} />
    </Box>
  )
}
