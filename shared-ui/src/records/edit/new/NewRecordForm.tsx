import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { actorAtom } from '../../../session/session.ts'
import { screenLabel } from '@portal/contract'
import type { Actor } from '@portal/contract'
import FieldEditor from '../FieldEditor.tsx'
import { LeaveDialog } from '../dialogs/LeaveDialog.tsx'
import { t } from '../texts.ts'
import { noFiles } from '../../../uploads/folder-tree.ts'
import { ChosenFiles } from '../../../uploads/ChosenFiles.tsx'
import type { NewRecordProps } from './new-record-props.ts'
import type { NewField } from './new-fields.ts'
import { useNewFiles } from './use-new-files.ts'
import { useNewRecord } from './use-new-record.ts'
import type { NewRecordState } from './use-new-record.ts'

/**
 * What a new record is made of, the required fields first. What was typed is kept until it is made or given
 * up.
 */
export default function NewRecordForm(props: NewRecordProps) {
  const actor = useAtomValue(actorAtom)
  return actor === null ? null : <NewRecordDialog {...props} actor={actor} />
}

function NewRecordDialog({
  collection,
  start,
  linked,
  storageKey,
  onClose,
  onCreated,
  actor,
}: NewRecordProps & { actor: Actor }) {
  const titleId = useId()
  const formId = useId()
  const { chosen, setChosen, uploadInto } = useNewFiles(collection)
  const onMade = (pid: string) => {
    uploadInto(pid)
    onCreated(pid)
  }
  const form = useNewRecord(collection, actor, onMade, {
    ...(start && { start }),
    ...(linked && { linked }),
    ...(storageKey !== undefined && { storageKey }),
  })
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (form.isDirty || chosen !== noFiles) setAsking(true)
    else onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.create()
  }
  const required = form.fields.filter(({ isRequired }) => isRequired)
  const optional = form.fields.filter(({ isRequired }) => !isRequired)
  const problems = form.wasTried ? Object.values(form.problems) : []
  return (
    <Dialog open fullWidth maxWidth="md" aria-labelledby={titleId} onClose={close}>
      <DialogTitle id={titleId}>{t('newRecord', { noun: collection.noun })}</DialogTitle>
      <DialogContent>
        <form id={formId} onSubmit={submit} noValidate>
          {required.length > 0 && <Group heading={t('requiredFields')} fields={required} form={form} />}
          {optional.length > 0 && <Group heading={t('optionalFields')} fields={optional} form={form} />}
        </form>
        {collection.tabs.includes('Files') && <ChosenFiles chosen={chosen} onChange={setChosen} />}
      </DialogContent>
      {(problems.length > 0 || form.failure !== null) && (
        <Box role="alert" sx={{ color: 'error.main', paddingInline: 6, paddingBlock: 2 }}>
          {problems.length > 0
            ? `${t('needsAttention', { count: problems.length })} ${problems.map((problem) => `${problem}.`).join(' ')}`
            : `${t('notSaved')} ${form.failure ?? ''}`}
        </Box>
      )}
      <DialogActions>
        <Button variant="outlined" onClick={close}>
          {t('cancel')}
        </Button>
        <Button variant="contained" type="submit" form={formId} aria-busy={form.isSaving}>
          {t('save')}
        </Button>
      </DialogActions>
      {isAsking && (
        <LeaveDialog
          onStay={() => setAsking(false)}
          onLeave={() => {
            form.discard()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

function Group({
  heading,
  fields,
  form,
}: {
  heading: string
  fields: readonly NewField[]
  form: NewRecordState
}) {
  return (
    <Box component="section" aria-label={heading} sx={{ paddingBottom: 5 }}>
      <Typography component="h3" variant="h3" sx={{ paddingBottom: 2 }}>
        {heading}
      </Typography>
      <Box
        sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, columnGap: 6, rowGap: 3 }}
      >
        {fields.map((field, index) => (
          <Labelled key={field.name} field={field} form={form} autoFocus={field.isRequired && index === 0} />
        ))}
      </Box>
    </Box>
  )
}

function Labelled({ field, form, autoFocus }: { field: NewField; form: NewRecordState; autoFocus: boolean }) {
  const labelId = useId()
  const { name, label, declared, isRequired } = field
  return (
    <Box sx={{ minWidth: 0, gridColumn: declared.type === 'longText' ? '1 / -1' : 'auto' }}>
      <Typography
        id={labelId}
        variant="caption"
        sx={{ color: 'text.secondary', display: 'inline-block', paddingBottom: 1 }}
      >
        {label}
      </Typography>
      {declared.description !== undefined && (
        <Typography variant="caption" sx={{ color: 'text.secondary', marginLeft: 2 }}>
          {screenLabel(declared.description)}
        </Typography>
      )}
      <FieldEditor
        declared={declared}
        value={form.valueOf(name)}
        onChange={(value) => form.choose(name, value)}
        labelId={labelId}
        problem={form.wasTried ? form.problems[name] : undefined}
        isRequired={isRequired}
        autoFocus={autoFocus}
        formOf={declared.formOf && form.valueOf(declared.formOf.reference)}
      />
    </Box>
  )
}
