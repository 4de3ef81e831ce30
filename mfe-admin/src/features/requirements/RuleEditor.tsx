import { ruleKey } from '@portal/contract'
import type { LibraryCondition, RequirementRule } from '@portal/contract'
import { clamped, usePermitLibrary } from '@portal/shared-ui'
import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
} from '@portal/shared-ui/mui'
import { useId, useState } from 'react'
import { readRows } from '../../parts/condition-rows.ts'
import type { Agency } from '../../parts/agencies.queries.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { FeeAmounts } from './FeeAmounts.tsx'
import { ruleName } from './format-requirements.ts'
import { ReviewFields } from './ReviewFields.tsx'
import { checkRule, emptyRuleDraft, noProblems, readRuleDraft, toRuleDraft } from './rule-draft.ts'
import type { RuleDraft } from './rule-draft.ts'
import { RuleDocuments, RuleOffers, RuleScope } from './RuleParts.tsx'
import { t } from './texts.ts'
import { useRuleWords } from './use-rule-words.ts'

export interface RuleEditorProps {
  /** The rule as it is; a new one is null. */
  rule: RequirementRule | null
  rules: readonly RequirementRule[]
  conditions: readonly LibraryCondition[]
  agencies: readonly Agency[]
  onApply: (rule: RequirementRule) => void
  onRemove: () => void
  onClose: () => void
}

/** The form of one rule. It sends nothing; Apply changes the requirements being edited. */
export default function RuleEditor({
  rule: given,
  rules,
  conditions,
  agencies,
  onApply,
  onRemove,
  onClose,
}: RuleEditorProps) {
  const titleId = useId()
  const words = useRuleWords()
  const { fields, currency } = words
  const library = usePermitLibrary()
  const [draft, setDraft] = useState<RuleDraft>(() =>
    given === null ? emptyRuleDraft : toRuleDraft(given, fields, currency),
  )
  const [isTried, setTried] = useState(false)
  const set = (change: Partial<RuleDraft>) => setDraft((known) => ({ ...known, ...change }))
  const { rule, problems } = readRuleDraft(draft, fields, currency)
  const checks = rule === null ? null : checkRule(rule, conditions, library)
  const isFine =
    checks !== null &&
    checks.departments === null &&
    checks.others.length + Object.keys(checks.amounts).length === 0
  const shown = isTried ? { ...problems, ...checks } : noProblems
  const { condition } = readRows(draft.rows, fields, currency)
  const key = condition === null ? null : ruleKey({ ...draft, when: condition })
  const isTaken = rules.some((each) => each !== given && ruleKey(each) === key)
  const apply = () => {
    setTried(true)
    if (rule !== null && isFine) onApply(rule)
  }
  const title =
    given === null ? t('newRuleTitle') : t('ruleTitle', { rule: ruleName(agencies, given, words) })
  const setFees = (fees: string[]) =>
    set({ fees, amounts: draft.amounts.filter(({ fee }) => fees.includes(fee)) })
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>
        <Box component="span" title={title} sx={clamped(3)}>
          {title}
        </Box>
      </DialogTitle>
      <DialogContent>
        <Stack spacing={5} sx={{ paddingTop: 2 }}>
          <RuleScope draft={draft} agencies={agencies} onChange={set} />
          <ConditionFields
            rows={draft.rows}
            fields={fields}
            problems={shown.rows}
            onChange={(rows) => set({ rows })}
          />
          {isTaken && <Alert severity="warning">{t('ruleTaken')}</Alert>}
          <RuleDocuments draft={draft} onChange={set} />
          <RuleOffers draft={draft} conditions={conditions} onChange={set} onFees={setFees} />
          <FeeAmounts
            fees={[...new Set([...draft.fees, ...draft.amounts.map(({ fee }) => fee)])]}
            amounts={draft.amounts}
            fields={fields}
            currency={currency}
            problems={shown.amounts}
            onChange={(amounts) => set({ amounts })}
          />
          <ReviewFields draft={draft} problems={shown} onChange={set} />
        </Stack>
      </DialogContent>
      {isTried && !isFine && (
        <Alert severity="error" sx={{ marginInline: 6 }}>
          {checks === null || checks.others.length === 0 ? t('ruleUnfinished') : checks.others.join(' ')}
        </Alert>
      )}
      <DialogActions>
        {given !== null && (
          <Button color="error" sx={{ marginInlineEnd: 'auto' }} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
        <Button variant="outlined" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" disabled={isTaken} onClick={apply}>
          {t('apply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
