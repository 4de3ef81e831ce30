import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Declaration } from '@portal/contract'
import { ChangeQuestion } from './dialogs/ChangeQuestion.tsx'
import { labelOf } from '../declaration/label-of.ts'
import { t } from './texts.ts'
import type { RecordForm } from './use-record-form.ts'

/**
 * Appears below a record when something of it is changed and not saved: what that is, what is wrong with it,
 * Save and Discard.
 */
export function SaveFooter({ declaration, form }: { declaration: Declaration; form: RecordForm }) {
  if (form.changed.length === 0) return null
  const labels = form.changed.map((name) => labelOf(declaration, name)).join(', ')
  const problems = form.wasTried ? Object.values(form.problems) : []
  return (
    <Box
      component="footer"
      sx={{
        flex: 'none',
        borderTop: 1,
        borderColor: 'divider',
        paddingInline: 5,
        paddingBlock: 3,
        backgroundColor: 'portal.raised',
      }}
    >
      {problems.length > 0 && (
        <Box role="alert" sx={{ color: 'error.main', paddingBottom: 2 }}>
          {t('needsAttention', { count: problems.length })}{' '}
          {problems.map((problem) => `${problem}.`).join(' ')}
        </Box>
      )}
      {form.failure !== null && problems.length === 0 && (
        <Box role="alert" sx={{ color: 'error.main', paddingBottom: 2 }}>
          {t('notSaved')} {form.failure.sentence}{' '}
          {form.failure.isUnreachable && (
            <Button size="small" variant="outlined" onClick={form.save}>
              {t('tryAgain')}
            </Button>
          )}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box role="status" sx={{ flex: 1, minWidth: 160, color: 'text.secondary' }}>
          {t('changedFields', { count: form.changed.length, labels })}
        </Box>
        <Button variant="outlined" onClick={form.discard}>
          {t('discard')}
        </Button>
        <Button variant="contained" aria-busy={form.isSaving} onClick={form.save}>
          {t('save')}
        </Button>
      </Box>
      <ChangeQuestion form={form} />
    </Box>
  )
}
