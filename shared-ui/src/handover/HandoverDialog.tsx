import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { handoverRules } from '@portal/contract'
import type { HandoverBody, HandoverResult, HandoverRule, Reference } from '@portal/contract'
import { Checkbox, Radio } from '../inputs/switches.tsx'
import { PickerField } from '../records/edit/PickerField.tsx'
import { WizardDialog } from '../records/jobs/WizardDialog.tsx'
import { WorkProgress } from '../records/jobs/WorkProgress.tsx'
import type { JobProgress } from '../records/jobs/watch-job.ts'
import { refreshAllRecords } from '../records/list/refresh-records.ts'
import { HandoverPlan } from './HandoverPlan.tsx'
import { previewQuery, runHandover, undoHandover } from './handover-calls.ts'
import type { Target } from './handover-calls.ts'
import { t } from './texts.ts'

export interface HandoverDialogProps {
  title: string
  /** The call that previews (GET) and starts (POST) the handover. */
  apiPath: string
  /** Rules alone: work of nobody is not given to one person. */
  isByRule?: boolean
  /** The account may be disabled afterwards; `offered`, or `chosen` from the start. */
  disabling?: 'offered' | 'chosen'
  onClose: () => void
}

type Choice = HandoverRule | 'PERSON'

const targetOf = (choice: Choice, person: Reference | null): Target =>
  choice === 'PERSON' ? (person === null ? null : { to: person.pid }) : { rule: choice }

/** What became of a handover, in sentences. */
function outcomeOf({ updated, failed, left = 0, disabled, refusal }: HandoverResult): string {
  return [
    t('done', { count: updated }),
    ...(failed.length > 0
      ? [t('failed', { count: failed.length }), ...failed.slice(0, 3).map(({ reason }) => reason)]
      : []),
    ...(left > 0 ? [t('left', { count: left })] : []),
    ...(disabled === undefined ? [] : [disabled ? t('disabled') : t('notDisabled')]),
    ...(refusal === undefined ? [] : [refusal]),
  ].join(' ')
}

function useHandover(apiPath: string) {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<JobProgress | null>(null)
  const onSettled = () => refreshAllRecords(queryClient)
  const run = useMutation({
    mutationFn: (body: HandoverBody) => runHandover(apiPath, body, setProgress),
    onSettled,
  })
  const undo = useMutation({
    mutationFn: (id: string) => undoHandover(id, setProgress),
    onMutate: () => setProgress(null),
    onSettled,
  })
  return { run, undo, progress }
}

function Failure({ error }: { error: Error | null }) {
  return error === null ? null : (
    <Typography role="alert" sx={{ color: 'error.main' }}>
      {error.message}
    </Typography>
  )
}

/**
 * Hands over open work: to a person or by rule, with a preview of what goes where, as a job whose progress it
 * shows, and with one step back. Source: decision 0120.
 */
export default function HandoverDialog({
  title,
  apiPath,
  isByRule = false,
  disabling,
  onClose,
}: HandoverDialogProps) {
  const id = useId()
  const [choice, setChoice] = useState<Choice>(isByRule ? 'LEAST_LOADED' : 'PERSON')
  const [person, setPerson] = useState<Reference | null>(null)
  const [thenDisable, setThenDisable] = useState(disabling === 'chosen')
  const target = targetOf(choice, person)
  const { run, undo, progress } = useHandover(apiPath)
  const plan = useQuery({ ...previewQuery(apiPath, target), enabled: run.isIdle || run.isError })
  const choices: readonly Choice[] = isByRule ? handoverRules : ['PERSON', ...handoverRules]
  if (run.isPending || undo.isPending)
    return (
      <WizardDialog title={title} onClose={onClose} buttons={<Button onClick={onClose}>{t('close')}</Button>}>
        <WorkProgress
          label={undo.isPending ? t('undoing') : t('running')}
          far={(done, total) => t('far', { done, total })}
          progress={progress}
          hint={t('canLeave')}
        />
      </WizardDialog>
    )
  if (run.isSuccess)
    return (
      <WizardDialog
        title={title}
        onClose={onClose}
        buttons={
          <>
            {!undo.isSuccess && run.data.disabled !== true && (
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
                t('undone', { count: undo.data.restored }),
                ...(undo.data.failed.length > 0 ? [t('failed', { count: undo.data.failed.length })] : []),
              ].join(' ')
            : outcomeOf(run.data)}
        </Typography>
        <Failure error={undo.error} />
      </WizardDialog>
    )
  return (
    <WizardDialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="contained"
            disabled={target === null || plan.data === undefined || plan.data.total === 0 || plan.isFetching}
            onClick={() => target !== null && run.mutate({ ...target, ...(thenDisable && { thenDisable }) })}
          >
            {isByRule ? t('assign') : t('handOver')}
          </Button>
        </>
      }
    >
      <FormControl>
        <FormLabel id={id}>{t('who')}</FormLabel>
        <RadioGroup aria-labelledby={id} value={choice}>
          {choices.map((each) => (
            <FormControlLabel
              key={each}
              value={each}
              control={<Radio onChange={() => setChoice(each)} />}
              label={each === 'PERSON' ? t('toPerson') : t(each)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {choice === 'PERSON' && (
        <PickerField
          label={t('person')}
          ground="portal.raised"
          to="users"
          staff
          value={person}
          onChange={setPerson}
        />
      )}
      {disabling !== undefined && (
        <FormControlLabel
          control={<Checkbox checked={thenDisable} onChange={(_event, isOn) => setThenDisable(isOn)} />}
          label={t('thenDisable')}
        />
      )}
      {plan.data === undefined && plan.error === null && <WorkProgress label={t('loading')} />}
      {plan.data !== undefined && plan.error === null && <HandoverPlan plan={plan.data} />}
      <Failure error={plan.error ?? run.error} />
    </WizardDialog>
  )
}
