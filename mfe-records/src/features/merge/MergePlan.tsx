import { findField, mergedValue } from '@portal/contract'
import type { MergeChoice, MergeField, MergePreview } from '@portal/contract'
import { FieldValue, Section, formatNumber, labelOf, useDeclarations } from '@portal/shared-ui'
import { Alert, Box, FormControlLabel, Radio, Typography } from '@portal/shared-ui/mui'
import { useId } from 'react'
import { t } from './texts.ts'

export interface MergePlanProps {
  plan: MergePreview
  /** Choices that differ from those of the plan. */
  choices: Readonly<Record<string, MergeChoice>>
  onChoice: (field: string, choice: MergeChoice) => void
}

/** What a merge moves, what blocks it, and whose value each differing field gets. */
export function MergePlan({ plan, choices, onChoice }: MergePlanProps) {
  const { losing, surviving, moves, fields, sameContacts, sameCertificates, blockers } = plan
  const moved = moves.filter(({ count }) => count > 0)
  const hasPeople = moved.some(({ part }) => part === 'users')
  return (
    <>
      {blockers.length > 0 && (
        <Alert severity="error">
          {t('blocked')}
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 5 }}>
            {blockers.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </Box>
        </Alert>
      )}
      <Section title={t('moves')}>
        {moved.length === 0 ? (
          <Typography sx={{ color: 'text.secondary' }}>
            {t('nothingMoves', { client: losing.title })}
          </Typography>
        ) : (
          <Box
            component="dl"
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '1fr auto', sm: '1fr auto 1fr auto' },
              columnGap: 5,
              rowGap: 1,
              margin: 0,
            }}
          >
            {moved.map(({ part, count }) => (
              <Box key={part} sx={{ display: 'contents' }}>
                <dt>{t(`part_${part}`)}</dt>
                <Box component="dd" sx={{ margin: 0, textAlign: 'end' }}>
                  {formatNumber(count)}
                </Box>
              </Box>
            ))}
          </Box>
        )}
        {sameContacts > 0 && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', paddingTop: 2 }}>
            {t('sameContacts', { count: sameContacts, client: surviving.title })}
          </Typography>
        )}
        {sameCertificates > 0 && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', paddingTop: 2 }}>
            {t('sameCertificates', { count: sameCertificates })}
          </Typography>
        )}
        {hasPeople && (
          <Typography variant="caption" component="p" sx={{ color: 'text.secondary', paddingTop: 2 }}>
            {t('signedOut', { client: losing.title })}
          </Typography>
        )}
      </Section>
      <Section title={t('fields')}>
        {fields.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{t('sameFields')}</Typography>}
        {fields.map((field) => (
          <FieldChoice
            key={field.field}
            plan={plan}
            field={field}
            choice={choices[field.field] ?? field.choice}
            onChoice={(choice) => onChoice(field.field, choice)}
          />
        ))}
      </Section>
    </>
  )
}

interface FieldChoiceProps {
  plan: MergePreview
  field: MergeField
  choice: MergeChoice
  onChoice: (choice: MergeChoice) => void
}

/** The values of one field, of which one is chosen. Two lists can also be joined. */
function FieldChoice({ plan, field, choice, onChoice }: FieldChoiceProps) {
  const id = useId()
  const declaration = useDeclarations()('orgs')
  if (declaration === undefined) return null
  const declared = findField(declaration, field.field)
  const isList = Array.isArray(field.losing) && Array.isArray(field.surviving)
  const options: readonly (readonly [MergeChoice, string])[] = [
    ['surviving', plan.surviving.title],
    ['losing', plan.losing.title],
    ...(isList ? [['both', t('keepsBoth')] as const] : []),
  ]
  const valueOf = (each: MergeChoice) => {
    const value = mergedValue(each, field.losing, field.surviving)
    const isEmpty = value === null || value === undefined || value === ''
    return isEmpty || declared === undefined ? t('none') : <FieldValue declared={declared} value={value} />
  }
  return (
    <Box sx={{ paddingTop: 2 }}>
      <Typography id={id} variant="caption" component="div" sx={{ color: 'text.secondary' }}>
        {labelOf(declaration, field.field)}
      </Typography>
      <Box
        role="radiogroup"
        aria-labelledby={id}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: `repeat(${options.length}, 1fr)` } }}
      >
        {options.map(([each, name]) => (
          <FormControlLabel
            key={each}
            control={
              <Radio size="small" name={id} checked={choice === each} onChange={() => onChoice(each)} />
            }
            label={
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                {valueOf(each)}
                <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                  {name}
                </Typography>
              </Box>
            }
          />
        ))}
      </Box>
    </Box>
  )
}
