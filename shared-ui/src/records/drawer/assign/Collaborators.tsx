import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { findField, isVisibleField } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { isReference } from '../../declaration/is-reference.ts'
import { PeopleField } from '../../edit/PeopleField.tsx'
import { isEditable } from '../../edit/may-write.ts'
import type { RecordForm } from '../../edit/use-record-form.ts'
import { t } from '../texts.ts'

/**
 * Further people who work on a record. The record stores their pids; their names come from the people lookup.
 */
export function Collaborators({ declaration, form }: { declaration: Declaration; form: RecordForm }) {
  const labelId = useId()
  const declared = findField(declaration, 'collaborators')
  if (declared === undefined || !isVisibleField(declared, form.actor)) return null
  const value = form.valueOf('collaborators')
  const pids = value === null || typeof value === 'string' || isReference(value) ? [] : value
  const mayEdit = form.readOnly === null && isEditable(declared, form.actor)
  return (
    <Box component="section" aria-label={t('collaborators')}>
      <Typography component="h3" variant="h3" sx={{ paddingBottom: 2 }}>
        {t('collaborators')}
      </Typography>
      <Box sx={{ maxWidth: 320 }}>
        <PeopleField
          declared={declared}
          pids={pids}
          onChange={(next) => form.set('collaborators', next)}
          caption={
            <Typography id={labelId} variant="caption" sx={{ color: 'text.secondary' }}>
              {t('addCollaborator')}
            </Typography>
          }
          {...(mayEdit && { named: { 'aria-labelledby': labelId } })}
        />
      </Box>
    </Box>
  )
}
