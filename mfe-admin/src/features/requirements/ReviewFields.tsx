import { Box, TextField } from '@portal/shared-ui/mui'
import { Whole } from '../../parts/fields.tsx'
import type { RuleDraft, RuleProblems } from './rule-draft.ts'
import { t } from './texts.ts'

interface ReviewProps {
  draft: Pick<RuleDraft, 'departments' | 'expectedDays'>
  problems: RuleProblems
  onChange: (change: Partial<RuleDraft>) => void
}

/** The departments of the agency that review, and the days that it states for its decision. */
export function ReviewFields({ draft, problems, onChange }: ReviewProps) {
  const { departments, expectedDays } = draft
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
      }}
    >
      <TextField
        size="small"
        multiline
        minRows={2}
        label={t('departments')}
        value={departments}
        error={problems.departments !== null}
        helperText={problems.departments ?? t('departmentsHint')}
        onChange={({ target }) => onChange({ departments: target.value })}
      />
      <Whole
        label={t('expectedDays')}
        value={expectedDays === '' ? null : Number(expectedDays)}
        problem={problems.expectedDays}
        hint={t('expectedDaysHint')}
        onChange={(days) => onChange({ expectedDays: days === null ? '' : String(days) })}
      />
    </Box>
  )
}
