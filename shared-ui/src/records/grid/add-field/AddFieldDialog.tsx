import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useStore } from 'jotai'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { ColumnConfig, customFieldTypes, isReadByClients, NewField } from '@portal/contract'
import type { CustomFieldType, Declaration } from '@portal/contract'
import { crud } from '../../../api/api.ts'
import { TextField } from '../../../inputs/TextField.tsx'
import { loadConfiguration } from '../../../portal/configuration.ts'
import { useShell } from '../../../portal/shell-api.ts'
import { useRecordPage } from '../../page/record-page-context.ts'
import { fieldKey } from './field-key.ts'
import { t } from './texts.ts'

export interface AddFieldDialogProps {
  collection: Declaration
  label: string
  onClose: () => void
}

const linesOf = (text: string) =>
  [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '')

/** A new field for a collection: its name, its type, and for a choice its values. */
export default function AddFieldDialog({ collection, label, onClose }: AddFieldDialogProps) {
  const titleId = useId()
  const hintId = useId()
  const shell = useShell()
  const store = useStore()
  const { tableColumns, table, remember } = useRecordPage()
  const [name, setName] = useState('')
  const [type, setType] = useState<CustomFieldType>('text')
  const [values, setValues] = useState('')
  const [isForClients, setForClients] = useState(false)
  const hasReaders = isReadByClients(collection.name)
  const wanted = NewField.safeParse({
    name: fieldKey(name),
    label: name,
    type,
    ...(type === 'enum' && { options: linesOf(values) }),
    ...(hasReaders && { masked: !isForClients }),
  })
  const add = useMutation({
    mutationFn: (field: NewField) =>
      crud({ apiPath: `/${collection.name}/fields`, method: 'POST', body: field }, ColumnConfig),
    onSuccess: async (added) => {
      // Table, filter and drawer take their fields from the configuration.
      await loadConfiguration(store)
      // Whoever adds a column wants to see it: as the third one it needs no scrolling.
      const order = tableColumns.map((column) => column.name).toSpliced(2, 0, added.name)
      table.show({ order }, { replace: true })
      remember({ order })
      shell.toast({ title: t('added') })
      onClose()
    },
    onError: () => shell.toast({ title: t('failed'), colour: 'red' }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted.success) add.mutate(wanted.data)
  }
  const hasNoKey = name.trim() !== '' && fieldKey(name) === ''
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form onSubmit={submit} autoComplete="off">
        <DialogTitle id={titleId}>{t('title', { label })}</DialogTitle>
        <DialogContent>
          <Stack spacing={3} sx={{ paddingTop: 2 }}>
            <Typography sx={{ color: 'text.secondary' }}>{t('text')}</Typography>
            <TextField
              autoFocus
              label={t('label')}
              value={name}
              error={hasNoKey}
              helperText={hasNoKey ? t('noLetter') : ''}
              onChange={({ target }) => setName(target.value)}
              slotProps={{ htmlInput: { maxLength: 60 } }}
            />
            <TextField
              select
              label={t('type')}
              value={type}
              onChange={({ target }) =>
                setType(customFieldTypes.find((known) => known === target.value) ?? 'text')
              }
            >
              {customFieldTypes.map((customFieldType) => (
                <MenuItem key={customFieldType} value={customFieldType}>
                  {t(`${customFieldType}_type`)}
                </MenuItem>
              ))}
            </TextField>
            {type === 'enum' && (
              <TextField
                multiline
                minRows={3}
                maxRows={10}
                label={t('options')}
                value={values}
                onChange={({ target }) => setValues(target.value)}
              />
            )}
            {hasReaders && (
              <div>
                <FormControlLabel
                  control={
                    <Checkbox
                      checked={isForClients}
                      onChange={(_event, checked) => setForClients(checked)}
                      slotProps={{ input: { 'aria-describedby': hintId } }}
                    />
                  }
                  label={t('clients')}
                />
                <FormHelperText id={hintId}>{t(isForClients ? 'clientsOn' : 'clientsOff')}</FormHelperText>
              </div>
            )}
            {add.error !== null && <Alert severity="error">{add.error.message}</Alert>}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="contained" disabled={!wanted.success || add.isPending}>
            {t('add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
