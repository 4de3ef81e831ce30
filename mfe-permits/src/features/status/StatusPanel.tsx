import { clientSignOffOf, timeInStatus } from '@portal/contract'
import type { AnyRecord, Declaration, DrawerTab, AvailableTransition } from '@portal/contract'
import {
  ErrorPanel,
  Facts,
  OptionChip,
  StepButtons,
  actorAtom,
  formatAge,
  dateTimeTooltip,
  formatDateTime,
  optionOf,
  titleOf,
  todayAtom,
  useDeclarations,
  useStatusMap,
  zoneAtom,
} from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Alert, Box, Skeleton, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useId, useState } from 'react'
import { Clocks } from '../../parts/Clocks.tsx'
import { Reason } from '../../parts/Reason.tsx'
import { AtTheAgency } from '../../proposals/AtTheAgency.tsx'
import { SignOff } from '../../sign-off/SignOff.tsx'
import { StepDialog } from '../../steps/StepDialog.tsx'
import { transitionsQuery } from '../../steps/steps.queries.ts'
import { CheckedNow } from './CheckedNow.tsx'
import { PackageChecks } from './PackageChecks.tsx'
import { t } from './texts.ts'

/** The details of a record's status. */
function StatusHead({ declaration, record }: { declaration: Declaration | undefined; record: AnyRecord }) {
  const since = record['statusChangedAt']
  const verified = record['statusVerifiedAt']
  const cycle = record['cycleNo']
  const moment = (at: unknown) =>
    typeof at === 'string' && (
      <time dateTime={at} title={dateTimeTooltip(at)}>
        {formatDateTime(at)}
      </time>
    )
  return (
    <Facts
      facts={[
        [t('turn'), optionOf(declaration?.fields['court'], record['court'])?.label],
        [t('hold'), optionOf(declaration?.fields['holdReason'], record['holdReason'])?.label],
        [t('since'), moment(since)],
        [t('verified'), moment(verified)],
        [t('cycle'), typeof cycle === 'number' && cycle > 1 && cycle],
      ]}
    />
  )
}

/** What the status map says about the time in status, and an action that records a check. */
function Attention({ collection, record }: { collection: string; record: AnyRecord }) {
  const map = useStatusMap()
  const [day, zone] = [useAtomValue(todayAtom), useAtomValue(zoneAtom)]
  const time = collection === 'permits' ? timeInStatus(map, record, day, zone) : null
  const words = formatAge(time)
  if (time === null || words === null) return null
  return (
    <Alert
      severity={time.lateAfter === null ? 'info' : 'warning'}
      action={time.staleDays !== null && <CheckedNow record={record} />}
    >
      {words}
    </Alert>
  )
}

function Closed({ steps, tabs }: { steps: readonly AvailableTransition[]; tabs: readonly DrawerTab[] }) {
  const id = useId()
  if (steps.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} component="h3" variant="h3" sx={{ paddingBottom: 3 }}>
        {t('notYet')}
      </Typography>
      <Stack component="ul" spacing={3} sx={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {steps.map(({ to, label, whyNot, blockers }) => (
          <Box component="li" key={to}>
            <Box sx={{ fontWeight: 500 }}>{label}</Box>
            {whyNot.map((reason, index) => (
              <Box key={reason} sx={{ color: 'text.secondary' }}>
                <Reason reason={reason} tab={blockers?.[index]?.tab ?? null} tabs={tabs} />
              </Box>
            ))}
          </Box>
        ))}
      </Stack>
    </Box>
  )
}

/**
 * The status of a record, its court, the next transitions as buttons, the sign-off of a package, and the
 * other transitions with the reasons against them.
 */
export function StatusPanel({ collection, pid, record }: PanelProps) {
  const id = useId()
  const actor = useAtomValue(actorAtom)
  const { data, error, refetch } = useQuery(transitionsQuery(collection, pid, record.version))
  const [step, setStep] = useState<AvailableTransition | null>(null)
  const [now] = useState(() => Date.now())
  const declaration = useDeclarations()(collection)
  const status = optionOf(declaration?.fields['status'], record['status'])
  const steps = data?.transitions ?? []
  // Staff take all transitions of a package: a client reads that instead of an empty list.
  const isNothingToDo =
    collection === 'rts' && data !== undefined && steps.length === 0 && actor?.role === 'client'
  return (
    <Stack spacing={7} sx={{ paddingTop: 4 }}>
      <Stack spacing={4} sx={{ alignItems: 'flex-start' }}>
        {status === undefined ? <Typography>{t('noStatus')}</Typography> : <OptionChip option={status} />}
        <StatusHead declaration={declaration} record={record} />
        {collection === 'rts' && <PackageChecks record={record} />}
        {declaration?.table === 'permits' && record['status'] === 'DRAFT' && (
          <Typography>{t('draft')}</Typography>
        )}
        <Attention collection={collection} record={record} />
      </Stack>
      {declaration?.table === 'permits' && <AtTheAgency collection={collection} record={record} />}
      {isNothingToDo && clientSignOffOf(record) === 'NOT_ASKED' && (
        <Typography sx={{ color: 'text.secondary' }}>{t('officeSteps')}</Typography>
      )}
      {!isNothingToDo && (
        <Box component="section" aria-labelledby={id}>
          <Typography id={id} component="h3" variant="h3" sx={{ paddingBottom: 3 }}>
            {t('next')}
          </Typography>
          {data === undefined && error === null && <Skeleton animation={false} width={240} height={32} />}
          {data === undefined && error !== null && (
            <ErrorPanel error={error} title={t('stepsFailed')} onRetry={() => void refetch()} />
          )}
          {data !== undefined && !steps.some(({ allowed }) => allowed) && (
            <Typography sx={{ color: 'text.secondary' }}>{t('none')}</Typography>
          )}
          <StepButtons steps={steps} onStep={setStep} />
        </Box>
      )}
      {collection === 'rts' && <SignOff record={record} />}
      <Closed steps={steps.filter(({ allowed }) => !allowed)} tabs={declaration?.tabs ?? []} />
      <Clocks record={record} now={now} />
      {step !== null && (
        <StepDialog
          step={step}
          collection={collection}
          pid={pid}
          title={declaration === undefined ? '' : titleOf(declaration, record)}
          record={record}
          onClose={() => setStep(null)}
        />
      )}
    </Stack>
  )
}
