import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import type { ReactNode } from 'react'
import type { Field, Reference } from '@portal/contract'
import { t as tRecords } from '../texts.ts'
import { usePersonNames } from './person-names.ts'
import { t } from './texts.ts'
import { ReferencePicker } from './ReferencePicker.tsx'
import type { ReferencePickerProps } from './ReferencePicker.tsx'

export interface PeopleFieldProps {
  declared: Field
  pids: readonly string[]
  onChange: (pids: readonly string[]) => void
  /** Absent where they are only shown. */
  named?: ReferencePickerProps['named']
  hasProblem?: boolean
  autoFocus?: boolean
  /** What the picker is for, above it. */
  caption?: ReactNode
}

/** Several people for staff work: a chip for each, whose cross takes them out, and a picker that adds one. */
export function PeopleField({
  declared,
  pids,
  onChange,
  named,
  hasProblem = false,
  autoFocus = false,
  caption,
}: PeopleFieldProps) {
  const people = usePersonNames(pids)
  const add = (person: Reference | null) => {
    if (person !== null && !pids.includes(person.pid)) onChange([...pids, person.pid])
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
      {people.length > 0 && (
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
          {people.map(({ pid, title, isGone }) => {
            const name = title ?? (isGone ? tRecords('unknownPerson') : '…')
            return (
              <Chip
                key={pid}
                label={name}
                variant="outlined"
                {...(named !== undefined && {
                  onDelete: () => onChange(pids.filter((each) => each !== pid)),
                  'aria-description': t('removePerson', { name }),
                })}
              />
            )
          })}
        </Box>
      )}
      {named !== undefined && caption}
      {named !== undefined && (
        <ReferencePicker
          key={pids.length}
          to="users"
          staff={declared.staff === true}
          value={null}
          onChange={add}
          named={named}
          hasProblem={hasProblem}
          autoFocus={autoFocus}
        />
      )}
    </Box>
  )
}
