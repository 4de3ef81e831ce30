import { findCollection } from '@portal/contract'
import type { AnyRecord, Step } from '@portal/contract'
import { ErrorPanel, StatusChip, explainMoment, formatMoment } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box, Button, Skeleton, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Clocks } from './Clocks.tsx'
import { StepDialog } from '../../steps/StepDialog.tsx'
import { stepsQuery } from '../../steps/steps.queries.ts'
import { t } from './texts.ts'

function optionOf(collection: string, field: string, record: AnyRecord) {
  return findCollection(collection)?.fields[field]?.options?.find(({ code }) => code === record[field])
}

function titleOf(collection: string, record: AnyRecord): string {
  const { titleField = 'title', numberField = null } = findCollection(collection) ?? {}
  const title = record[titleField] ?? (numberField === null ? undefined : record[numberField])
  return typeof title === 'string' ? title : ''
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', gap: 3 }}>
      <Box component="dt" sx={{ color: 'text.secondary', minWidth: 110 }}>
        {name}
      </Box>
      <Box component="dd" sx={{ margin: 0 }}>
        {children}
      </Box>
    </Box>
  )
}

/** What is known of where a record stands besides its status. */
function Standing({ collection, record }: { collection: string; record: AnyRecord }) {
  const court = optionOf(collection, 'court', record)
  const hold = optionOf(collection, 'holdReason', record)
  const since = record['statusChangedAt']
  const cycle = record['cycleNo']
  return (
    <Stack component="dl" spacing={2} sx={{ margin: 0 }}>
      {court !== undefined && <Fact name={t('turn')}>{court.label}</Fact>}
      {hold !== undefined && <Fact name={t('hold')}>{hold.label}</Fact>}
      {typeof since === 'string' && (
        <Fact name={t('since')}>
          <time dateTime={since} title={explainMoment(since)}>
            {formatMoment(since)}
          </time>
        </Fact>
      )}
      {typeof cycle === 'number' && cycle > 1 && <Fact name={t('cycle')}>{cycle}</Fact>}
    </Stack>
  )
}

function Closed({ steps }: { steps: readonly Step[] }) {
  const id = useId()
  if (steps.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h3" variant="h3" sx={{ paddingBottom: 3 }}>
        {t('notYet')}
      </Typography>
      <Stack component="ul" spacing={3} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {steps.map(({ to, label, whyNot }) => (
          <Box component="li" key={to}>
            <Box sx={{ fontWeight: 500 }}>{label}</Box>
            {whyNot.map((reason) => (
              <Box key={reason} sx={{ color: 'text.secondary' }}>
                {reason}
              </Box>
            ))}
          </Box>
        ))}
      </Stack>
    </Box>
  )
}

/** Where a record stands, whose turn it is, the steps that lead on as buttons, and the others with every reason against them. */
export function StatusPanel({ collection, pid, record }: PanelProps) {
  const id = useId()
  const { data, error, refetch } = useQuery(stepsQuery(collection, pid, record.version))
  const [step, setStep] = useState<Step | null>(null)
  const [now] = useState(() => Date.now())
  const status = optionOf(collection, 'status', record)
  const steps = data?.transitions ?? []
  const open = steps.filter(({ allowed }) => allowed)
  return (
    <Stack spacing={7} sx={{ paddingTop: 4 }}>
      <Stack spacing={4} sx={{ alignItems: 'flex-start' }}>
        {status === undefined ? (
          <Typography>{t('noStatus')}</Typography>
        ) : (
          <StatusChip label={status.label} {...(status.colour && { colour: status.colour })} {...(status.symbol && { symbol: status.symbol })} />
        )}
        <Standing collection={collection} record={record} />
      </Stack>
      <Box component="section" aria-labelledby={id}>
        <Typography id={id} component="h3" variant="h3" sx={{ paddingBottom: 3 }}>
          {t('next')}
        </Typography>
        {data === undefined && error === null && <Skeleton animation={false} width={240} height={32} />}
        {data === undefined && error !== null && <ErrorPanel error={error} title={t('stepsFailed')} onRetry={() => void refetch()} />}
        {data !== undefined && open.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
          {open.map((each) => (
            <Button key={each.to} variant="outlined" onClick={() => setStep(each)}>
              {each.label}
            </Button>
          ))}
        </Box>
      </Box>
      <Closed steps={steps.filter(({ allowed }) => !allowed)} />
      <Clocks record={record} now={now} />
      {step !== null && (
        <StepDialog step={step} collection={collection} pid={pid} title={titleOf(collection, record)} record={record} onClose={() => setStep(null)} />
      )}
    </Stack>
  )
}
