import { isStaff } from '@portal/contract'
import type { AvailableTransition } from '@portal/contract'
import { ApiProblem, actorAtom, optionOf, titleOf, useDeclarations } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Box, Button, Menu, MenuItem, Skeleton, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { ClientActions } from '../../client-actions/ClientActions.tsx'
import { likelyStep } from '../../steps/likely-step.ts'
import { StepDialog } from '../../steps/StepDialog.tsx'
import { transitionsQuery } from '../../steps/steps.queries.ts'
import { t } from './texts.ts'

/**
 * Actions at the head of a record: the next actions for clients, and for everybody the likely transition and
 * a menu of the others with reasons.
 */
export function HeadSteps({ collection, pid, record }: PanelProps) {
  const actor = useAtomValue(actorAtom)
  const { data, error, refetch } = useQuery(transitionsQuery(collection, pid, record.version))
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [step, setStep] = useState<AvailableTransition | null>(null)
  const declaration = useDeclarations()(collection)
  if (data === undefined && error !== null) {
    return (
      <Button
        size="small"
        color="error"
        title={error instanceof ApiProblem ? error.problem.detail : undefined}
        onClick={() => void refetch()}
      >
        {t('failed')}
      </Button>
    )
  }
  if (data === undefined || declaration === undefined)
    return <Skeleton animation={false} width={180} height={32} />
  const steps = data.transitions
  const isClient = actor !== null && !isStaff(actor.role)
  if (steps.length === 0 && !isClient) return null
  const order = (declaration.fields['status']?.options ?? []).map(({ code }) => code)
  const likely = likelyStep(steps, record['status'], order)
  const others = steps.filter((step) => step !== likely)
  // A single allowed transition is shown as a button instead of a menu. A refused one stays in the menu,
  // which shows the reason.
  const only = likely === null && others.length === 1 && others[0]?.allowed === true ? others[0] : null
  const choose = (chosen: AvailableTransition) => {
    setAnchor(null)
    setStep(chosen)
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, minWidth: 0 }}>
      {isClient && <ClientActions collection={collection} record={record} steps={steps} />}
      {likely !== null && (
        <Button size="small" variant="contained" data-likely-step="" onClick={() => choose(likely)}>
          {likely.label}
        </Button>
      )}
      {others.length > 0 && (
        <Button
          size="small"
          variant="outlined"
          data-steps-menu=""
          // A tab that offers the transitions itself hides these duplicates.
          data-likely-step={only === null ? undefined : ''}
          aria-haspopup={only === null ? 'menu' : 'dialog'}
          aria-expanded={only === null ? anchor !== null : undefined}
          title={t('menuKey')}
          onClick={({ currentTarget }) => (only === null ? setAnchor(currentTarget) : choose(only))}
        >
          {only === null ? t(likely === null ? 'menu' : 'menuOthers') : only.label}
        </Button>
      )}
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{
          list: { 'aria-label': t('menu') },
          paper: { role: 'region', 'aria-label': t('menu'), sx: { maxWidth: 380 } },
        }}
      >
        {others.map((each) => (
          <MenuItem
            key={each.to}
            aria-disabled={!each.allowed}
            sx={{ display: 'block', whiteSpace: 'normal', ...(!each.allowed && { cursor: 'default' }) }}
            onClick={() => {
              if (each.allowed) choose(each)
            }}
          >
            <Box sx={{ color: each.allowed ? 'text.primary' : 'text.secondary' }}>{each.label}</Box>
            {each.whyNot.map((reason) => (
              <Typography key={reason} variant="caption" component="p" sx={{ color: 'text.secondary' }}>
                {reason.charAt(0).toUpperCase() + reason.slice(1)}
              </Typography>
            ))}
          </MenuItem>
        ))}
      </Menu>
      {step !== null && (
        <StepDialog
          step={step}
          collection={collection}
          pid={pid}
          title={
            titleOf(declaration, record) ||
            (optionOf(declaration.fields['status'], record['status'])?.label ?? '')
          }
          record={record}
          onClose={() => setStep(null)}
        />
      )}
    </Box>
  )
}
