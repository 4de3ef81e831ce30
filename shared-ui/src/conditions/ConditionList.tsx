import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  collections,
  conditionKinds,
  isAdministrator,
  canManageConditions,
  screenLabel,
} from '@portal/contract'
import type { Actor, Condition, Conditions } from '@portal/contract'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ReasonDialog } from '../layout/ReasonDialog.tsx'
import { Section } from '../layout/Section.tsx'
import { recordFilesQuery } from '../uploads/record-files.ts'
import { AddConditionDialog } from './AddConditionDialog.tsx'
import { ConditionRow } from './ConditionRow.tsx'
import type { ConditionAct } from './ConditionRow.tsx'
import type { Owner } from './conditions.queries.ts'
import { FromOrganization } from './FromOrganization.tsx'
import { MetDialog } from './MetDialog.tsx'
import { t } from './texts.ts'
import { useConditionWrites } from './use-condition-writes.ts'

/** The actions this user may take on a condition. */
function actsOf({ status }: Condition, { collection }: Owner, actor: Actor | null): ConditionAct[] {
  if (actor === null || !canManageConditions(collection, actor)) return []
  if (status !== 'OPEN') return ['reopen']
  return isAdministrator(actor.role) ? ['met', 'waive'] : ['met']
}

interface Settling {
  condition: Condition
  act: ConditionAct
}

export interface ConditionListProps {
  owner: Owner
  found: Conditions
  actor: Actor | null
}

/**
 * The loaded conditions of a permit or an organization. For a permit, those of its organization are listed
 * too.
 */
export function ConditionList({ owner, found, actor }: ConditionListProps) {
  const [settling, setSettling] = useState<Settling | null>(null)
  const [isAdding, setAdding] = useState(false)
  const close = () => {
    setSettling(null)
    setAdding(false)
  }
  const { add, settle } = useConditionWrites(owner, close)
  const { conditions, library } = found
  const isFromElsewhere = ({ organization }: Condition) =>
    owner.collection === 'permits' && organization !== null
  const own = conditions.filter((condition) => !isFromElsewhere(condition))
  const { table } = collections[owner.collection]
  const files = useQuery({
    ...recordFilesQuery(table, owner.pid),
    enabled: own.some(({ evidence }) => evidence !== null),
  })
  const mayAdd = actor !== null && canManageConditions(owner.collection, actor)
  const open = conditions.filter(({ status }) => status === 'OPEN').length
  const act = (condition: Condition, chosen: ConditionAct) => {
    settle.reset()
    if (chosen === 'reopen') settle.mutate({ condition, body: { status: 'OPEN' } })
    else setSettling({ condition, act: chosen })
  }
  const dialog = { isBusy: settle.isPending, failure: settle.error?.message ?? null, onClose: close }
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          alignItems: 'center',
          justifyContent: 'space-between',
        }}
      >
        <Typography>
          {conditions.length === 0 ? '' : open === 0 ? t('allSettled') : t('open', { count: open })}
        </Typography>
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
      {conditions.length === 0 && (
        <EmptyState title={t('none')} text={t(mayAdd ? `noneHint_${owner.collection}` : 'noneHintClient')} />
      )}
      {conditionKinds.map((kind) => {
        const ofKind = own.filter((each) => each.kind === kind)
        return ofKind.length === 0 ? null : (
          <Section key={kind} title={t(`kind_${kind}`)}>
            <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {ofKind.map((condition) => (
                <ConditionRow
                  key={condition.pid}
                  condition={condition}
                  acts={actsOf(condition, owner, actor)}
                  evidenceName={files.data?.find(({ pid }) => pid === condition.evidence)?.name ?? null}
                  isBusy={settle.isPending}
                  onAct={(chosen) => act(condition, chosen)}
                />
              ))}
            </Box>
          </Section>
        )
      })}
      <FromOrganization conditions={conditions.filter(isFromElsewhere)} />
      {settling?.act === 'met' && (
        <MetDialog
          owner={owner}
          condition={settling.condition}
          {...dialog}
          onMet={(evidence) =>
            settle.mutate({
              condition: settling.condition,
              body: { status: 'MET', ...(evidence !== null && { evidence }) },
            })
          }
        />
      )}
      {settling?.act === 'waive' && (
        <ReasonDialog
          title={t('waive')}
          text={screenLabel(settling.condition.text)}
          action={t('waive')}
          {...dialog}
          onReason={(reason) =>
            settle.mutate({ condition: settling.condition, body: { status: 'WAIVED', reason } })
          }
        />
      )}
      {isAdding && (
        <AddConditionDialog
          collection={owner.collection}
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
