import { feeCodes, ruleKey } from '@portal/contract'
import type { LibraryCondition, RequirementRule } from '@portal/contract'
import { screenOptions, useLibraryChoices, useLibraryLabels } from '@portal/shared-ui'
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
import { Choice, Several } from '../../parts/fields.tsx'
import { agencyName } from '../../parts/agencies.queries.ts'
import { namesOfRule } from './format-requirements.ts'
import { t } from './texts.ts'
import type { Agency } from '../../parts/agencies.queries.ts'

const every = '*'
const orNull = (code: string) => (code === every ? null : code)
const pairs = (options: Parameters<typeof screenOptions>[0]) =>
  screenOptions(options).map(({ code, label }) => [code, label] as const)

interface EditorProps {
  /** The rule as it is; a new one is null. */
  rule: RequirementRule | null
  rules: readonly RequirementRule[]
  conditions: readonly LibraryCondition[]
  agencies: readonly Agency[]
  onApply: (rule: RequirementRule) => void
  onRemove: () => void
  onClose: () => void
}

const blank: RequirementRule = {
  authority: null,
  permitType: null,
  required: [],
  optional: [],
  conditions: [],
  fees: [],
}

/** The form of one rule. It sends nothing; Apply changes the requirements being edited. */
export function RuleEditor({
  rule: given,
  rules,
  conditions,
  agencies,
  onApply,
  onRemove,
  onClose,
}: EditorProps) {
  const titleId = useId()
  const labels = useLibraryLabels()
  const [rule, setRule] = useState(given ?? blank)
  const types = useLibraryChoices('permitTypes', rule.permitType === null ? [] : [rule.permitType])
  const documents = useLibraryChoices('documentTypes', [...rule.required, ...rule.optional])
  const set = (change: Partial<RequirementRule>) => setRule((known) => ({ ...known, ...change }))
  const isTaken = rules.some((each) => each !== given && ruleKey(each) === ruleKey(rule))
  const codes = new Set([
    ...agencies.map(({ shortCode }) => shortCode),
    ...(rule.authority === null ? [] : [rule.authority]),
  ])
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={titleId} onClose={onClose}>
      <DialogTitle id={titleId}>
        {given === null ? t('newRuleTitle') : t('ruleTitle', namesOfRule(agencies, given, labels))}
      </DialogTitle>
      <DialogContent>
        <Stack spacing={4} sx={{ paddingTop: 2 }}>
          <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <Choice
              label={t('agency')}
              value={rule.authority ?? every}
              options={[
                [every, t('everyAgency')],
                ...[...codes].map((code) => [code, agencyName(agencies, code)] as const),
              ]}
              onChange={(code) => set({ authority: orNull(code) })}
            />
            <Choice
              label={t('type')}
              value={rule.permitType ?? every}
              options={[[every, t('everyType')], ...pairs(types)]}
              onChange={(code) => set({ permitType: orNull(code) })}
            />
          </Box>
          {isTaken && <Alert severity="warning">{t('ruleTaken')}</Alert>}
          <Several
            label={t('required')}
            values={rule.required}
            options={pairs(documents)}
            onChange={(required) =>
              set({ required, optional: rule.optional.filter((code) => !required.includes(code)) })
            }
          />
          <Several
            label={t('optional')}
            values={rule.optional}
            options={pairs(documents)}
            onChange={(optional) =>
              set({ optional, required: rule.required.filter((code) => !optional.includes(code)) })
            }
          />
          <Several
            label={t('conditions')}
            values={rule.conditions}
            options={conditions.map(({ code, text }) => [code, text] as const)}
            onChange={(chosen) => set({ conditions: chosen })}
          />
          <Several
            label={t('fees')}
            values={rule.fees}
            options={pairs(feeCodes)}
            onChange={(fees) => set({ fees })}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        {given !== null && (
          <Button color="error" sx={{ marginInlineEnd: 'auto' }} onClick={onRemove}>
            {t('remove')}
          </Button>
        )}
        <Button variant="outlined" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="contained" disabled={isTaken} onClick={() => onApply(rule)}>
          {t('apply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
