import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import type { KeyboardEvent } from 'react'
import { fieldLabel, findField } from '@portal/contract'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { ChangeQuestion } from '../edit/dialogs/ChangeQuestion.tsx'
import { FieldEditor } from '../edit/FieldEditor.lazy.tsx'
import { isReference } from '../declaration/is-reference.ts'
import { selfAssignableFields } from '../edit/may-write.ts'
import { t } from '../edit/texts.ts'
import { useRecordForm } from '../edit/use-record-form.ts'
import { userAtom } from '../../session/session.ts'
import { ConflictDialog } from '../edit/dialogs/ConflictDialog.lazy.ts'

export interface CellEditorProps {
  collection: Declaration
  actor: Actor
  /** The record as it was when the editing began. */
  record: AnyRecord
  field: string
  /** The cell it stands over, or another element that shows the value. */
  anchor: () => HTMLElement | null
  onDone: () => void
}

/**
 * The editor of one cell, over it. Enter and leaving save; Escape gives up what was typed. What the server
 * refuses stays, with the reason, and a stale write is settled in the same dialog as in the drawer.
 */
export default function CellEditor({ collection, actor, record, field, anchor, onDone }: CellEditorProps) {
  const labelId = useId()
  const user = useAtomValue(userAtom)
  const form = useRecordForm(collection, record, actor, {
    storageKey: `cell/${collection.name}/${record.pid}/${field}`,
    onSaved: onDone,
  })
  const declared = findField(collection, field)
  if (declared === undefined) return null
  const label = fieldLabel(field, declared)
  const value = form.valueOf(field)
  const mayTake =
    user !== null && selfAssignableFields.includes(field) && !(isReference(value) && value.pid === user.pid)
  const save = () => {
    if (form.changed.length === 0) onDone()
    else form.save()
  }
  const giveUp = () => {
    form.discard()
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      save()
    }
    // The grid below would take the other keys for its own.
    event.stopPropagation()
    if (event.key === 'Escape') giveUp()
  }
  return (
    <>
      <Popover
        open
        anchorEl={anchor}
        onClose={(_event, reason) => (reason === 'backdropClick' ? save() : giveUp())}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transitionDuration={0}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('editField', { label }),
            sx: { width: 360, maxWidth: 'calc(100vw - 16px)' },
          },
        }}
      >
        <Box onKeyDown={onKeyDown} sx={{ padding: 3, display: 'grid', gap: 2 }}>
          <Box id={labelId} component="span" sx={{ color: 'text.secondary', fontSize: '0.75rem' }}>
            {label}
          </Box>
          <FieldEditor
            autoFocus
            declared={declared}
            value={value}
            onChange={(value) => form.choose(field, value)}
            labelId={labelId}
            problem={form.wasTried ? form.problems[field] : undefined}
            isRequired={declared.required === true}
            hasDescription
            formOf={declared.formOf && form.valueOf(declared.formOf.reference)}
          />
          {form.failure !== null && form.problems[field] === undefined && (
            <Box role="alert" sx={{ color: 'error.main' }}>
              {t('notSaved')} {form.failure.sentence}
            </Box>
          )}
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
            {mayTake && (
              <Button
                sx={{ marginInlineEnd: 'auto' }}
                onClick={() => form.choose(field, { pid: user.pid, title: user.name })}
              >
                {t('assignToMe')}
              </Button>
            )}
            <Button variant="outlined" onClick={giveUp}>
              {t('cancel')}
            </Button>
            <Button variant="contained" aria-busy={form.isSaving} onClick={save}>
              {t('save')}
            </Button>
          </Box>
        </Box>
      </Popover>
      <ChangeQuestion form={form} />
      {form.conflict !== null && (
        <ConflictDialog declaration={collection} conflict={form.conflict} form={form} />
      )}
    </>
  )
}
