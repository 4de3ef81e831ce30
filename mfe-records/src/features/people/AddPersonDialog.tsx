import type { AnyRecord, ContactRole, Reference } from '@portal/contract'
import { FormDialog } from '@portal/shared-ui'
import {
  Alert,
  Autocomplete,
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  FormHelperText,
  TextField,
} from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useDeferredValue, useState } from 'react'
import { ContactFields, RoleField } from './ContactFields.tsx'
import { bodyOf, contactSearchQuery, noContact, sameAddressQuery, valuesOf } from './people.queries.ts'
import { isAgency } from './roles.ts'
import { t } from './texts.ts'

/** The result of the dialog: an existing contact, or a new one with the client it belongs to. */
export type PersonToAdd = { role: ContactRole; name: string } & (
  { contact: string } | { person: Record<string, unknown> }
)

export interface AddPersonDialogProps {
  title: string
  /** The client of the permit, or the client that gets the new contact. */
  client: Reference | null
  /**
   * True for the contacts of a client, which are always created. For a permit an existing contact can be
   * selected.
   */
  isOfClient: boolean
  isBusy: boolean
  failure: string | null
  onAdd: (added: PersonToAdd) => void
  onClose: () => void
}

const nameOf = (contact: AnyRecord | string) =>
  typeof contact === 'string' ? contact : valuesOf(contact).name
const hintOf = (contact: AnyRecord) => {
  const { company, email, phone } = valuesOf(contact)
  return [company, email, phone].filter((each) => each !== '').join(' · ')
}

/** Typing finds existing contacts; a new contact is created by filling in the other fields. */
export function AddPersonDialog({
  title,
  client,
  isOfClient,
  isBusy,
  failure,
  onAdd,
  onClose,
}: AddPersonDialogProps) {
  const [role, setRole] = useState<ContactRole>('APPLICANT')
  const [values, setValues] = useState(noContact)
  const [chosen, setChosen] = useState<AnyRecord | null>(null)
  const [keeps, setKeeps] = useState(true)
  const [isTried, setTried] = useState(false)
  const name = values.name.trim()
  const org = client?.pid ?? null
  const found = useQuery({
    ...contactSearchQuery(org, useDeferredValue(name).slice(0, 200)),
    enabled: name !== '' && chosen === null && !isOfClient,
  })
  const email = useDeferredValue(values.email.trim())
  const same = useQuery({
    ...sameAddressQuery(org, email),
    enabled: chosen === null && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email),
  })
  const isMissing = chosen === null && name === ''
  const isKept = isOfClient || (keeps && !isAgency(role))
  const submit = () => {
    setTried(true)
    if (isMissing) return
    if (chosen !== null) onAdd({ role, contact: chosen.pid, name: valuesOf(chosen).name })
    else onAdd({ role, name, person: { ...bodyOf(values), ...(isKept && org !== null && { org }) } })
  }
  return (
    <FormDialog
      title={title}
      action={title}
      isBusy={isBusy}
      failure={failure}
      onSubmit={submit}
      onClose={onClose}
    >
      {isOfClient ? (
        <NameField
          value={values.name}
          isMissing={isTried && isMissing}
          onChange={(text) => setValues({ ...values, name: text })}
        />
      ) : (
        <Autocomplete<AnyRecord, false, false, true>
          freeSolo
          fullWidth
          options={chosen === null && name !== '' ? (found.data ?? []) : []}
          value={chosen}
          inputValue={chosen === null ? values.name : valuesOf(chosen).name}
          getOptionLabel={nameOf}
          getOptionKey={(option) => (typeof option === 'string' ? option : option.pid)}
          isOptionEqualToValue={(option, value) => typeof value !== 'string' && option.pid === value.pid}
          filterOptions={(options) => options}
          loading={found.isFetching}
          onInputChange={(_event, text, reason) => {
            if (reason === 'reset') return
            setChosen(null)
            setValues({ ...values, name: text })
          }}
          onChange={(_event, option) => {
            if (option === null || typeof option === 'string') return
            setChosen(option)
          }}
          renderOption={({ key, ...props }, option) => (
            <li key={key} {...props}>
              <Box sx={{ minWidth: 0 }}>
                <bdi>{nameOf(option)}</bdi>
                <Box sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}>{hintOf(option)}</Box>
              </Box>
            </li>
          )}
          renderInput={(params) => (
            <TextField
              {...params}
              autoFocus
              required
              label={t('name')}
              error={isTried && isMissing}
              helperText={nameHint(
                isTried && isMissing,
                found.isError,
                chosen === null && name !== '' && found.data?.length === 0,
              )}
            />
          )}
        />
      )}
      <RoleField role={role} onRole={setRole} />
      {chosen === null ? (
        <ContactFields values={values} onChange={setValues} />
      ) : (
        <Alert
          severity="info"
          action={
            <Button
              size="small"
              onClick={() => {
                setChosen(null)
                setValues(noContact)
              }}
            >
              {t('other')}
            </Button>
          }
        >
          {t('existing')}
          <Box>{hintOf(chosen)}</Box>
        </Alert>
      )}
      {chosen === null &&
        (same.data ?? []).map((row) => (
          <Alert
            key={row.pid}
            severity="warning"
            action={
              !isOfClient && (
                <Button size="small" onClick={() => setChosen(row)}>
                  {t('useIt', { name: nameOf(row) })}
                </Button>
              )
            }
          >
            {t('same', { name: nameOf(row) })}
            <Box>{hintOf(row)}</Box>
          </Alert>
        ))}
      {chosen === null && !isOfClient && client !== null && (
        <Box>
          <FormControlLabel
            control={
              <Checkbox
                checked={isKept}
                disabled={isAgency(role)}
                onChange={(_event, checked) => setKeeps(checked)}
              />
            }
            label={t('keepWith', { client: client.title })}
          />
          <FormHelperText>
            {isAgency(role) ? t('agencyHint') : t('keepWithHint', { client: client.title })}
          </FormHelperText>
        </Box>
      )}
    </FormDialog>
  )
}

function nameHint(isMissing: boolean, isFailed: boolean, isNew: boolean): string | undefined {
  if (isMissing) return t('nameMissing')
  if (isFailed) return t('searchFailed')
  return isNew ? t('noMatch') : undefined
}

export interface NameFieldProps {
  value: string
  isMissing: boolean
  onChange: (value: string) => void
}

/** The name of a contact. */
export function NameField({ value, isMissing, onChange }: NameFieldProps) {
  return (
    <TextField
      autoFocus
      required
      label={t('name')}
      value={value}
      error={isMissing}
      helperText={isMissing ? t('nameMissing') : undefined}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ htmlInput: { maxLength: 500 } }}
    />
  )
}
