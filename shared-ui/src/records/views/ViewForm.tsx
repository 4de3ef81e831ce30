import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import type { SyntheticEvent } from 'react'
import { isStaff, roles, toRole, viewVisibilities } from '@portal/contract'
import type { Role, View } from '@portal/contract'
import { OutlinedInput } from '../../inputs/InputBase.tsx'
import { Select } from '../../inputs/Select.tsx'
import { isAdministratorAtom, roleAtom } from '../../session/session.ts'
import { t } from './texts.ts'

export interface ViewTraits {
  name: string
  visibility: View['visibility']
  isDefaultFor: Role | null
}

export interface ViewFormProps {
  initial: ViewTraits
  isBusy: boolean
  onSave: (traits: ViewTraits) => void
  onCancel: () => void
}

const visibilityWords = {
  mine: () => t('visibilityMine'),
  role: () => t('visibilityRole'),
  everyone: () => t('visibilityEveryone'),
  clients: () => t('visibilityClients'),
} as const

/** Name of a view, for staff who sees it, and, for administrators, the role that begins with it. */
export function ViewForm({ initial, isBusy, onSave, onCancel }: ViewFormProps) {
  const [traits, setTraits] = useState(initial)
  const isAdministrator = useAtomValue(isAdministratorAtom)
  const role = useAtomValue(roleAtom)
  const id = useId()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (traits.name.trim() !== '') onSave({ ...traits, name: traits.name.trim() })
  }
  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ display: 'grid', gap: 1, border: 1, borderColor: 'divider', borderRadius: 1, padding: 2 }}
    >
      <label htmlFor={`${id}-name`}>{t('name')}</label>
      <OutlinedInput
        id={`${id}-name`}
        size="small"
        autoFocus
        required
        value={traits.name}
        onChange={({ target }) => setTraits({ ...traits, name: target.value })}
        inputProps={{ maxLength: 120 }}
      />
      {role !== null && isStaff(role) && (
        <>
          <label htmlFor={`${id}-visibility`}>{t('visibility')}</label>
          <Select
            native
            size="small"
            value={traits.visibility}
            onChange={({ target }) =>
              setTraits({
                ...traits,
                visibility:
                  viewVisibilities.find((viewVisibility) => viewVisibility === target.value) ?? 'mine',
              })
            }
            inputProps={{ id: `${id}-visibility` }}
          >
            {viewVisibilities.map((visibility) => (
              <option key={visibility} value={visibility}>
                {visibilityWords[visibility]()}
              </option>
            ))}
          </Select>
        </>
      )}
      {isAdministrator && (
        <>
          <label htmlFor={`${id}-default`}>{t('defaultFor')}</label>
          <Select
            native
            size="small"
            value={traits.isDefaultFor ?? ''}
            onChange={({ target }) => setTraits({ ...traits, isDefaultFor: toRole(String(target.value)) })}
            inputProps={{ id: `${id}-default` }}
          >
            <option value="">{t('nobody')}</option>
            {roles.map((role) => (
              <option key={role} value={role}>
                {role}
              </option>
            ))}
          </Select>
        </>
      )}
      <Box sx={{ display: 'flex', gap: 2, marginTop: 1 }}>
        <Button type="submit" variant="contained" disabled={isBusy || traits.name.trim() === ''}>
          {t('keep')}
        </Button>
        <Button variant="outlined" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </Box>
    </Box>
  )
}
