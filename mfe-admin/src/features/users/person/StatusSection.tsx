import { collections, isStaff, screenLabel, toRole } from '@portal/contract'
import type { AnyRecord, UserStep } from '@portal/contract'
import { ErrorPanel, FormDialog, HandoverDialog, StatusChip, StepButtons } from '@portal/shared-ui'
import { Box, Button, Skeleton, Stack, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useState } from 'react'
import { ReasonField } from '../ReasonField.tsx'
import { t } from '../texts.ts'
import { usePeopleChange } from '../use-people-change.ts'
import { changeStatus, stepsQuery } from '../users.queries.ts'
import { OpenWork } from './OpenWork.tsx'
import { PersonSection } from './PersonSection.tsx'

const titleIn = ({ name }: AnyRecord): string => (typeof name === 'string' ? name : '')

function StepDialog({
  step,
  pid,
  record,
  onHandover,
  onClose,
}: {
  step: UserStep
  pid: string
  record: AnyRecord
  onHandover: () => void
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const name = titleIn(record)
  const change = usePeopleChange(() => changeStatus(pid, step.to, reason.trim(), record.version), {
    done: t('statusChanged'),
    onDone: onClose,
    tellsFailure: true,
  })
  return (
    <FormDialog
      title={t('stepTitle', { step: step.label, name })}
      text={t(`stepText_${step.to}`)}
      action={step.label}
      isBusy={change.isPending}
      failure={change.error?.message ?? null}
      onSubmit={() => change.mutate(undefined)}
      onClose={onClose}
    >
      {(step.to === 'DISABLED' || step.to === 'DELETED') && (
        <OpenWork
          pid={pid}
          action={
            <Button variant="outlined" onClick={onHandover}>
              {step.to === 'DISABLED' ? t('handOverAndDisable') : t('handOverWork')}
            </Button>
          }
        />
      )}
      <ReasonField value={reason} onChange={setReason} />
    </FormDialog>
  )
}

/**
 * The account's status and transitions: allowed ones as buttons, the others with all reasons against them.
 */
export function StatusSection({ pid, record, isOwn }: { pid: string; record: AnyRecord; isOwn: boolean }) {
  const role = toRole(record['role'])
  const isOffice = role !== null && isStaff(role)
  const { data, error, refetch } = useQuery(stepsQuery(pid))
  const [step, setStep] = useState<UserStep | null>(null)
  // The open dialog of a handover, by what it offers about disabling the account.
  const [handover, setHandover] = useState<'chosen' | 'offered' | 'none' | null>(null)
  const status = collections.users.fields['status']?.options?.find(({ code }) => code === record['status'])
  const steps = (data?.transitions ?? []).map((transition) => ({
    ...transition,
    label: screenLabel(transition.label),
  }))
  const closed = steps.filter(({ allowed }) => !allowed)
  return (
    <PersonSection heading={t('status')}>
      <Stack spacing={3} sx={{ alignItems: 'flex-start' }}>
        {status === undefined ? (
          <Typography>{t('noStatus')}</Typography>
        ) : (
          <StatusChip
            label={screenLabel(status.label)}
            {...(status.colour && { colour: status.colour })}
            {...(status.symbol && { symbol: status.symbol })}
          />
        )}
        {data === undefined && error === null && <Skeleton animation={false} width={120} height={32} />}
        {data === undefined && error !== null && (
          <ErrorPanel error={error} title={t('stepsFailed')} onRetry={() => void refetch()} />
        )}
        <StepButtons steps={steps} onStep={setStep} />
        {isOffice && (
          <Button
            variant="outlined"
            onClick={() => setHandover(record['status'] === 'ACTIVE' && !isOwn ? 'offered' : 'none')}
          >
            {t('handOverWork')}
          </Button>
        )}
        {closed.map((each) => (
          <Box key={each.to} sx={{ color: 'text.secondary' }}>
            {t('notPossible', { step: each.label })} {each.whyNot.join(' ')}
          </Box>
        ))}
      </Stack>
      {step !== null && (
        <StepDialog
          step={step}
          pid={pid}
          record={record}
          onHandover={() => {
            setHandover(step.to === 'DISABLED' ? 'chosen' : 'none')
            setStep(null)
          }}
          onClose={() => setStep(null)}
        />
      )}
      {handover !== null && (
        <HandoverDialog
          title={t('handoverOf', { name: titleIn(record) })}
          apiPath={`/users/${pid}/handover`}
          {...(handover !== 'none' && { disabling: handover })}
          onClose={() => {
            setHandover(null)
            void refetch()
          }}
        />
      )}
    </PersonSection>
  )
}
