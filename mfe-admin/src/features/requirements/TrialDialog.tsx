import { labelOfCode, screenLabel } from '@portal/contract'
import type { Reference } from '@portal/contract'
import type { RequirementsTrial } from '@portal/contract/requirements-move'
import { PickerField, QueryResult, formatMoney, useLibraryChoices } from '@portal/shared-ui'
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  Typography,
} from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useId, useState } from 'react'
import { Choice } from '../../parts/fields.tsx'
import { labelOfField } from '../../parts/format-condition.ts'
import { Lines } from './Lines.tsx'
import { formatDifferences } from './format-differences.ts'
import { trialQuery } from './move.queries.ts'
import { t } from './texts.ts'
import type { Agency } from '../../parts/agencies.queries.ts'
import { useRuleWords } from './use-rule-words.ts'
import type { RuleWords } from './use-rule-words.ts'

const ofPermit = '*'

function Part({ title, lines, none }: { title: string; lines: readonly string[]; none: string }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="h4" component="h3">
        {title}
      </Typography>
      {lines.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{none}</Typography>
      ) : (
        <Lines name={title} lines={lines} />
      )}
    </Box>
  )
}

/** A fee of the copy with its amount, or the field that the amount waits for. */
function feeOfTrial(
  code: string,
  amounts: NonNullable<RequirementsTrial['amounts']>,
  { fields, currency, fee: feeName }: RuleWords,
): string {
  const fee = feeName(code)
  const quoted = amounts.find((each) => each.fee === code)
  if (quoted === undefined) return fee
  return quoted.amount === null
    ? t('tryFeeNeeds', { fee, field: labelOfField(quoted.by ?? '', fields.get(quoted.by ?? '')) })
    : t('feeWithAmount', { fee, amount: formatMoney(quoted.amount, currency) })
}

/** The copy as the draft would have it. */
function Result({ trial }: { trial: RequirementsTrial }) {
  const { checklist, differences, readinessPct, unmet, conditions } = trial
  const { fees, amounts = [], departments = [], expectedDays = null } = trial
  const labels = useRuleWords()
  const documents = checklist.map(({ documentType, required, state }) =>
    t(required ? 'tryRequired' : 'tryOptional', {
      document: labels.documentType(documentType),
      state: screenLabel(labelOfCode(state)),
    }),
  )
  return (
    <Stack spacing={3} role="status">
      <Part title={t('tryChanges')} lines={formatDifferences(differences, labels)} none={t('tryNoChange')} />
      <Part title={t('tryPackage', { pct: readinessPct })} lines={documents} none={t('tryNoDocuments')} />
      <Part title={t('tryUnmet')} lines={unmet} none={t('tryReady')} />
      <Part title={t('conditions')} lines={conditions.map(({ text }) => text)} none={t('tryNone')} />
      <Part
        title={t('fees')}
        lines={fees.map((code) => feeOfTrial(code, amounts, labels))}
        none={t('tryNone')}
      />
      {trial.departments !== undefined && (
        <Part title={t('departments')} lines={departments} none={t('tryNone')} />
      )}
      {expectedDays !== null && <Typography>{t('statedDays', { count: expectedDays })}</Typography>}
    </Stack>
  )
}

interface TrialDialogProps {
  /** Version of the saved draft. */
  version: number
  agencies: readonly Agency[]
  onClose: () => void
}

/** Tries the draft on a copy of a permit, which may have another agency or type. Nothing is saved. */
export function TrialDialog({ version, agencies, onClose }: TrialDialogProps) {
  const id = useId()
  const [permit, setPermit] = useState<Reference | null>(null)
  const [agency, setAgency] = useState<string>(ofPermit)
  const [type, setType] = useState<string>(ofPermit)
  const types = useLibraryChoices('permitTypes')
  const asked = {
    permit: permit?.pid ?? '',
    version,
    ...(agency !== ofPermit && { authority: agency }),
    ...(type !== ofPermit && { permitType: type }),
  }
  const query = useQuery({ ...trialQuery(asked), enabled: permit !== null })
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={id} onClose={onClose}>
      <DialogTitle id={id}>{t('tryTitle')}</DialogTitle>
      <DialogContent>
        <Stack spacing={4} sx={{ paddingTop: 2 }}>
          <Typography sx={{ color: 'text.secondary' }}>{t('tryText')}</Typography>
          <PickerField
            label={t('permit')}
            ground="portal.raised"
            to="permits"
            value={permit}
            onChange={setPermit}
          />
          <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <Choice
              label={t('tryAgency')}
              value={agency}
              options={[
                [ofPermit, t('tryAsItIs')],
                ...agencies.map(({ shortCode, name }) => [shortCode, name] as const),
              ]}
              onChange={setAgency}
            />
            <Choice
              label={t('tryType')}
              value={type}
              options={[
                [ofPermit, t('tryAsItIs')],
                ...types.map(({ code, label }) => [code, label] as const),
              ]}
              onChange={setType}
            />
          </Box>
          {permit !== null && (
            <QueryResult query={query} loading={t('trying')} failed={t('tryFailed')}>
              {(trial) => <Result trial={trial} />}
            </QueryResult>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
