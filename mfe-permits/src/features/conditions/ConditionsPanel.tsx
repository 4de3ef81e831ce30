import { conditionKinds, isAdministrator, isStaff } from '@portal/contract'
import type { Actor, Condition, Conditions } from '@portal/contract'
import { Asked, EmptyState, Section, actorAtom, isReference, recordFilesQuery, recordKeys, useShell } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box, Button, Stack, Typography } from '@portal/shared-ui/mui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect, useEffectEvent, useState } from 'react'
import { ReasonDialog } from '../../parts/ReasonDialog.tsx'
import { AddConditionDialog } from './AddConditionDialog.tsx'
import { ConditionRow } from './ConditionRow.tsx'
import type { ConditionAct } from './ConditionRow.tsx'
import { addCondition, conditionsQuery, settleCondition } from './conditions.queries.ts'
import type { NewCondition, SettledCondition } from './conditions.queries.ts'
import { MetDialog } from './MetDialog.tsx'
import { t } from './texts.ts'

/** What this person may make of a condition: staff settle, administrators waive too. */
function actsOf({ status }: Condition, actor: Actor | null): ConditionAct[] {
  if (actor === null || !isStaff(actor.role)) return []
  if (status !== 'OPEN') return ['reopen']
  return isAdministrator(actor.role) ? ['met', 'waive'] : ['met']
}

interface Settling {
  condition: Condition
  act: ConditionAct
}

/** Writing to the conditions of a permit: what stands in its way is read again with it. */
function useChanges(permit: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const shell = useShell()
  const after = {
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: recordKeys.all }),
  }
  const add = useMutation({ mutationFn: (body: NewCondition) => addCondition(permit, body), ...after })
  const settle = useMutation({
    mutationFn: ({ condition, body }: { condition: Condition; body: SettledCondition }) => settleCondition(permit, condition.pid, body),
    ...after,
    onError: (error, { body }) => {
      if (body.status === 'OPEN') shell.toast({ title: t('notSaved'), description: error.message, colour: 'red' })
    },
  })
  return { add, settle }
}

function ConditionList({ permit, found, actor }: { permit: string; found: Conditions; actor: Actor | null }) {
  const [settling, setSettling] = useState<Settling | null>(null)
  const [isAdding, setAdding] = useState(false)
  const close = () => {
    setSettling(null)
    setAdding(false)
  }
  const { add, settle } = useChanges(permit, close)
  const { conditions, library } = found
  const files = useQuery({ ...recordFilesQuery('permits', permit), enabled: conditions.some(({ evidence }) => evidence !== null) })
  const mayAdd = actor !== null && isStaff(actor.role)
  const open = conditions.filter(({ status }) => status === 'OPEN').length
  const act = (condition: Condition, chosen: ConditionAct) => {
    settle.reset()
    if (chosen === 'reopen') settle.mutate({ condition, body: { status: 'OPEN' } })
    else setSettling({ condition, act: chosen })
  }
  const dialog = { isBusy: settle.isPending, failure: settle.error?.message ?? null, onClose: close }
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography>{conditions.length === 0 ? '' : open === 0 ? t('allSettled') : t('open', { count: open })}</Typography>
        {mayAdd && (
          <Button
            variant="outlined"
            onClick={() => {
              add.reset()
              setAdding(true)
            }}
          >
            {t('add')}
          </Button>
        )}
      </Box>
      {conditions.length === 0 && <EmptyState title={t('none')} text={t(mayAdd ? 'noneHint' : 'noneHintClient')} />}
      {conditionKinds.map((kind) => {
        const own = conditions.filter((each) => each.kind === kind)
        return own.length === 0 ? null : (
          <Section key={kind} title={t(`kind_${kind}`)}>
            <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {own.map((condition) => (
                <ConditionRow
                  key={condition.pid}
                  condition={condition}
                  acts={actsOf(condition, actor)}
                  evidenceName={files.data?.find(({ pid }) => pid === condition.evidence)?.name ?? null}
                  isBusy={settle.isPending}
                  onAct={(chosen) => act(condition, chosen)}
                />
              ))}
            </Box>
          </Section>
        )
      })}
      {settling?.act === 'met' && (
        <MetDialog
          permit={permit}
          condition={settling.condition}
          {...dialog}
          onMet={(evidence) => settle.mutate({ condition: settling.condition, body: { status: 'MET', ...(evidence !== null && { evidence }) } })}
        />
      )}
      {settling?.act === 'waive' && (
        <ReasonDialog
          title={t('waive')}
          text={settling.condition.text}
          action={t('waive')}
          {...dialog}
          onReason={(reason) => settle.mutate({ condition: settling.condition, body: { status: 'WAIVED', reason } })}
        />
      )}
      {isAdding && (
        <AddConditionDialog
          library={library}
          isBusy={add.isPending}
          failure={add.error?.message ?? null}
          onAdd={(body) => add.mutate(body)}
          onClose={close}
        />
      )}
    </Stack>
  )
}

/** The conditions of a permit by when they must be met; of a package those of its permit. Source: domain.md sections 3 and 4. */
export function ConditionsPanel({ collection, pid, record, onCount }: PanelProps) {
  const actor = useAtomValue(actorAtom)
  const related = record['permit']
  const permit = collection === 'rts' ? (isReference(related) ? related.pid : '') : pid
  const conditions = useQuery(conditionsQuery(permit))
  const tell = useEffectEvent(onCount)
  const open = conditions.data?.conditions.filter(({ status }) => status === 'OPEN').length
  useEffect(() => {
    if (open !== undefined) tell(open)
  }, [open])
  return (
    <Asked query={conditions} loading={t('loading')} failed={t('failed')}>
      {(found) => <ConditionList permit={permit} found={found} actor={actor} />}
    </Asked>
  )
}
