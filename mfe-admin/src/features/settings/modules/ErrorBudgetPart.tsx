import { budgetDays, usualMountTarget } from '@portal/contract'
import type { ErrorBudget } from '@portal/contract'
import { formatNumber } from '@portal/shared-ui'
import { Alert, Box, Button, LinearProgress, TextField, Typography } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { moduleName } from '../../../words/names.ts'
import { setTarget } from './modules.queries.ts'
import { t } from './page-texts.ts'
import { useDeploying, useWhyNotDeploy } from './use-deploying.ts'

const [least, most] = [90, 99.99] as const

/** A number as people of both languages write it, in the bounds of a target; null when it is none. */
function targetIn(text: string): number | null {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && number >= least && number <= most ? number : null
}

function Target({ name, budget }: { name: string; budget: ErrorBudget }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const whyNot = useWhyNotDeploy(name)
  const change = useDeploying(setTarget, {
    done: ({ budget: { target } }) => t('targetSet', { name: moduleName(name), target }),
    failed: t('targetNotSet'),
  })
  const save = (text: string) => {
    const target = targetIn(text)
    setWrong(target === null)
    if (target === null) return
    change.mutate({ name, target }, { onSuccess: () => setTyped(null) })
  }
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save(typed ?? String(budget.target))
      }}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'flex-start', paddingTop: 4 }}
    >
      <TextField
        label={t('target')}
        value={typed ?? formatNumber(budget.target)}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
        }}
        error={isWrong}
        disabled={whyNot !== null}
        helperText={isWrong ? t('targetWrong', { least, most }) : (whyNot ?? t('targetHint'))}
        slotProps={{ htmlInput: { inputMode: 'decimal' } }}
        sx={{ width: { xs: '100%', sm: 280 } }}
      />
      <Button type="submit" variant="outlined" disabled={whyNot !== null || typed === null}>
        {t('saveTarget')}
      </Button>
      {!budget.isUsualTarget && (
        <Button disabled={whyNot !== null} onClick={() => change.mutate({ name, target: null })}>
          {t('usualTarget', { target: usualMountTarget })}
        </Button>
      )}
    </Box>
  )
}

/** How much of the error budget is left, and the target it follows from. */
export function ErrorBudgetPart({ name, budget }: { name: string; budget: ErrorBudget }) {
  const { mounts, failures, allowed, spent, target } = budget
  const left = Math.max(0, 100 - spent)
  const words = t('budgetLeft', { left })
  return (
    <>
      {spent >= 100 && (
        <Alert severity="warning" sx={{ marginBottom: 4 }}>
          {t('budgetSpent')}
        </Alert>
      )}
      <Typography sx={{ fontWeight: 550 }}>{words}</Typography>
      <LinearProgress
        role="meter"
        variant="determinate"
        value={left}
        aria-valuenow={Math.round(left)}
        aria-label={t('budget')}
        aria-valuetext={words}
        color={spent >= 50 ? 'warning' : 'primary'}
        sx={{ marginBlock: 2, maxWidth: 480 }}
      />
      <Typography sx={{ color: 'text.secondary' }}>
        {mounts === 0
          ? t('budgetUnused', { days: budgetDays })
          : t('budgetFacts', { failures, count: mounts, allowed, target, days: budgetDays })}
      </Typography>
      <Target name={name} budget={budget} />
    </>
  )
}
