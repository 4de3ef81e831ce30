import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { fieldLabel, visibleFields } from '@portal/contract'
import type { Actor, Declaration, Field } from '@portal/contract'
import { Icon } from '../../icons/Icon.tsx'
import { mdiClose } from '../../icons/paths.ts'
import { TextField } from '../../inputs/TextField.tsx'
import { isReference } from '../declaration/is-reference.ts'
import { isEditable } from '../edit/may-write.ts'
import { PatchValue } from './PatchValue.tsx'
import { t } from './texts.ts'

/** One field and its new value; the name is empty until a field is chosen. */
export interface Change {
  key: number
  name: string
  value: unknown
}

export interface WritableField {
  name: string
  label: string
  declared: Field
}

/**
 * The fields that this user may change in bulk, sorted by label. Free-form values are edited record by
 * record.
 */
export function writableFields(declaration: Declaration, actor: Actor): WritableField[] {
  return [...visibleFields(declaration, actor), ...Object.entries(declaration.added ?? {})]
    .filter(([, declared]) => isEditable(declared, actor))
    .map(([name, declared]) => ({ name, declared, label: fieldLabel(name, declared) }))
    .toSorted((a, other) => a.label.localeCompare(other.label))
}

/** The body of the PATCH call: custom fields are under `custom`, and a reference is sent as its pid. */
export function patchOf(changes: readonly Change[]): Record<string, unknown> {
  const chosen = changes
    .filter(({ name }) => name !== '')
    .map((change) => (isReference(change.value) ? { ...change, value: change.value.pid } : change))
  const isCustom = ({ name }: Change) => name.startsWith('custom.')
  const custom = Object.fromEntries(
    chosen.filter(isCustom).map(({ name, value }) => [name.slice('custom.'.length), value]),
  )
  const own = Object.fromEntries(
    chosen.filter((change) => !isCustom(change)).map(({ name, value }) => [name, value]),
  )
  return Object.keys(custom).length === 0 ? own : { ...own, custom }
}

export interface UpdateFormProps {
  fields: readonly WritableField[]
  changes: readonly Change[]
  onChange: (changes: Change[]) => void
}

/** Chooses fields and their new values. */
export function UpdateForm({ fields, changes, onChange }: UpdateFormProps) {
  const replace = (key: number, change: Partial<Change>) =>
    onChange(changes.map((each) => (each.key === key ? { ...each, ...change } : each)))
  const taken = new Set(changes.map(({ name }) => name))
  return (
    <Stack spacing={3}>
      {changes.map((change) => {
        const field = fields.find(({ name }) => name === change.name)
        return (
          <Box
            key={change.key}
            sx={{ display: 'flex', gap: 3, alignItems: 'flex-start', flexWrap: { xs: 'wrap', sm: 'nowrap' } }}
          >
            <TextField
              select
              fullWidth
              label={t('field')}
              value={change.name}
              onChange={({ target }) => replace(change.key, { name: target.value, value: null })}
            >
              {fields
                .filter(({ name }) => name === change.name || !taken.has(name))
                .map(({ name, label }) => (
                  <MenuItem key={name} value={name}>
                    {label}
                  </MenuItem>
                ))}
            </TextField>
            <Box sx={{ width: '100%' }}>
              {field !== undefined && (
                <PatchValue
                  key={field.name}
                  declared={field.declared}
                  label={t('value')}
                  value={change.value}
                  onChange={(value) => replace(change.key, { value })}
                />
              )}
            </Box>
            {changes.length > 1 && (
              <IconButton
                aria-label={t('removeChange', { label: field?.label ?? t('field') })}
                onClick={() => onChange(changes.filter(({ key }) => key !== change.key))}
              >
                <Icon path={mdiClose} />
              </IconButton>
            )}
          </Box>
        )
      })}
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('clears')}
      </Typography>
      <Box>
        <Button
          variant="outlined"
          onClick={() =>
            onChange([
              ...changes,
              { key: Math.max(...changes.map(({ key }) => key)) + 1, name: '', value: null },
            ])
          }
        >
          {t('addChange')}
        </Button>
      </Box>
    </Stack>
  )
}
