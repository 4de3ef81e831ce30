import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { isAdministrator, whyNotNote } from '@portal/contract'
import type { Actor, Declaration, Note } from '@portal/contract'
import { dateTimeTooltip, formatDateTime } from '../../../format/dates.ts'
import { ConfirmDialog } from '../../edit/dialogs/ConfirmDialog.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import { NoteText } from './NoteText.tsx'
import { t } from '../texts.ts'

export interface NoteCardProps {
  declaration: Declaration
  /** Pid of the record. */
  record: string
  note: Note
  actor: Actor
  /** Text in the editor; undefined while the note is not being edited. */
  text: string | undefined
  isBusy: boolean
  onText: (text: string | null) => void
  onSave: () => void
  onDelete: () => void
}

/** One note. Its author may edit it; its author and administrators may delete it. */
export function NoteCard({
  declaration,
  record,
  note,
  actor,
  text,
  isBusy,
  onText,
  onSave,
  onDelete,
}: NoteCardProps) {
  const [isAsking, setAsking] = useState(false)
  const isOwn = note.author?.pid === actor.pid && whyNotNote(actor) === null
  if (text !== undefined) {
    return (
      <NoteComposer
        autoFocus
        label={t('editNote')}
        button={t('saveNote')}
        target={{ declaration, pid: record, visibility: note.visibility }}
        text={text}
        isBusy={isBusy}
        onText={onText}
        onSave={onSave}
        onCancel={() => onText(null)}
      />
    )
  }
  return (
    <Box component="article" sx={{ borderLeft: 3, borderColor: 'divider', paddingInlineStart: 3 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap', color: 'text.secondary' }}>
        <Box component="strong" sx={{ color: 'text.primary', fontWeight: 600 }}>
          {note.author?.title ?? t('system')}
        </Box>
        <time dateTime={note.createdAt} title={dateTimeTooltip(note.createdAt)}>
          {formatDateTime(note.createdAt)}
        </time>
        {note.updatedAt !== note.createdAt && (
          <span title={dateTimeTooltip(note.updatedAt)}>{t('noteEdited')}</span>
        )}
        <Box sx={{ display: 'flex', marginInlineStart: 'auto' }}>
          {isOwn && (
            <Button size="small" color="inherit" onClick={() => onText(note.content)}>
              {t('editNote')}
            </Button>
          )}
          {(isOwn || isAdministrator(actor.role)) && (
            <Button size="small" color="inherit" onClick={() => setAsking(true)}>
              {t('deleteNote')}
            </Button>
          )}
        </Box>
      </Box>
      <NoteText content={note.content} actor={actor} />
      {isAsking && (
        <ConfirmDialog
          title={t('deleteNoteTitle')}
          text={t('deleteNoteText')}
          yes={t('deleteNote')}
          onNo={() => setAsking(false)}
          onYes={() => {
            setAsking(false)
            onDelete()
          }}
        />
      )}
    </Box>
  )
}
