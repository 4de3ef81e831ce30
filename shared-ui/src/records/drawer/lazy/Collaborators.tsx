import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { findField, isVisibleField } from '@portal/contract'
import type { Declaration, Reference } from '@portal/contract'
import { isReference } from '../../edit/form-values.ts'
import { isEditable } from '../../edit/may-write.ts'
import { lookupQuery, ReferencePicker } from '../../edit/lazy/ReferencePicker.tsx'
import type { RecordForm } from '../../edit/use-record-form.ts'
import { t } from './texts.ts'

/** Further people who work on a record. The record keeps their identifiers; their names come from the lookup of people. */
export function Collaborators({ declaration, form }: { declaration: Declaration; form: RecordForm }) {
  const labelId = useId()
  const [chosen, setChosen] = useState<readonly Reference[]>([])
  const people = useQuery(lookupQuery('users', '', { limit: 100 }))
  const declared = findField(declaration, 'collaborators')
  if (declared === undefined || !isVisibleField(declared, form.actor)) return null
  const value = form.valueOf('collaborators')
  const pids = value === null || typeof value === 'string' || isReference(value) ? [] : value
  const nameOf = (pid: string) =>
    [...chosen, ...(people.data?.options ?? [])].find((each) => each.pid === pid)?.title ?? (people.isPending ? '…' : t('unknownPerson'))
  const mayEdit = form.readOnly === null && isEditable(declared, form.actor)
  const add = (person: Reference | null) => {
    if (person === null || pids.includes(person.pid)) return
    setChosen([...chosen, person])
    form.set('collaborators', [...pids, person.pid])
  }
  return (
    <Box component="section" aria-label={t('collaborators')}>
      <Typography component="h3" variant="h3" sx={{ paddingBottom: 2 }}>
        {t('collaborators')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', paddingBottom: pids.length > 0 ? 3 : 0 }}>
        {pids.map((pid) => (
          <Chip
            key={pid}
            label={nameOf(pid)}
            variant="outlined"
            {...(mayEdit && {
              onDelete: () =>
                form.set(
                  'collaborators',
                  pids.filter((each) => each !== pid),
                ),
              'aria-description': t('removePerson', { name: nameOf(pid) }),
            })}
          />
        ))}
      </Box>
      {mayEdit && (
        <Box sx={{ maxWidth: 320 }}>
          <Typography id={labelId} variant="caption" sx={{ color: 'text.secondary' }}>
            {t('addCollaborator')}
          </Typography>
          <ReferencePicker
            key={pids.length}
            to="users"
            staff={declared.staff === true}
            value={null}
            onChange={add}
            named={{ 'aria-labelledby': labelId }}
          />
        </Box>
      )}
    </Box>
  )
}
