import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Notes, isStaff, whyNotNote, localizeOnScreen } from '@portal/contract'
import type { Actor, CrudCall, Declaration, Note, NoteVisibility } from '@portal/contract'
import { crud } from '../../../api/api.ts'
import { ErrorPanel } from '../../../feedback/ErrorPanel.tsx'
import { useShell } from '../../../portal/shell-api.ts'
import { invalidateRelated } from '../../list/update-record-in-cache.ts'
import { sentenceOf } from '../../edit/problems.ts'
import { t as tEdit } from '../../edit/texts.ts'
import { notesPath, notesQuery } from '../related/related-queries.ts'
import { NoteCard } from './NoteCard.tsx'
import { NoteComposer } from './NoteComposer.tsx'
import { t } from '../texts.ts'
import { useReportCount } from '../tabs/use-report-count.ts'

/** Text of notes that is not saved, by the note's pid or, for a new one, by its thread. */
export type NoteTexts = Readonly<Record<string, string>>

export interface NotesTabProps {
  declaration: Declaration
  pid: string
  actor: Actor
  texts: NoteTexts
  /** Null takes a text away. */
  onText: (key: string, text: string | null) => void
  onCount: (count: number) => void
}

interface NoteWrite {
  call: Pick<CrudCall, 'method' | 'body'> & { notePid?: string }
  /** Key of the text that is settled by it. */
  key: string
  failure: string
}

/**
 * What is said about a record: for staff an internal thread and one the client reads, for clients the latter.
 */
export function NotesTab({ declaration, pid, actor, texts, onText, onCount }: NotesTabProps) {
  const shell = useShell()
  const queryClient = useQueryClient()
  const notes = useQuery(notesQuery(declaration, pid))
  const [thread, setThread] = useState<NoteVisibility>(isStaff(actor.role) ? 'INTERNAL' : 'CLIENT')
  useReportCount(notes.data?.length, onCount)
  const error = notes.error
  useEffect(() => {
    if (error !== null)
      shell.toast({ title: tEdit('notesFailed'), description: sentenceOf(error), colour: 'red' })
  }, [error, shell])

  const write = useMutation({
    mutationFn: ({ call: { notePid, ...call } }: NoteWrite) =>
      crud(
        { ...call, apiPath: notesPath(declaration, pid) + (notePid === undefined ? '' : `/${notePid}`) },
        Notes,
      ),
    onSuccess: (result, { key }) => {
      queryClient.setQueryData(notesQuery(declaration, pid).queryKey, result.notes)
      invalidateRelated(queryClient, declaration.name, pid)
      onText(key, null)
    },
    onError: (failed, { failure }) =>
      shell.toast({ title: failure, description: sentenceOf(failed), colour: 'red' }),
  })

  if (notes.isError)
    return <ErrorPanel error={notes.error} title={t('notesFailed')} onRetry={() => void notes.refetch()} />
  if (notes.data === undefined)
    return <Box sx={{ paddingBlock: 4, color: 'text.secondary' }}>{t('loading')}</Box>
  const inThread = notes.data.filter(({ visibility }) => visibility === thread)
  const whyNot = whyNotNote(actor)
  const newKey = `new/${thread}`
  const save = (note: Note) =>
    write.mutate({
      call: { method: 'PATCH', notePid: note.pid, body: { content: texts[note.pid] ?? note.content } },
      key: note.pid,
      failure: tEdit('noteUpdateFailed'),
    })
  return (
    <Box sx={{ paddingBlock: 4, display: 'flex', flexDirection: 'column', gap: 3 }}>
      {isStaff(actor.role) && (
        <Box role="group" aria-label={t('threads')} sx={{ display: 'flex', gap: 2 }}>
          {(['INTERNAL', 'CLIENT'] as const).map((each) => (
            <Button
              key={each}
              variant={each === thread ? 'contained' : 'outlined'}
              aria-pressed={each === thread}
              aria-description={String(notes.data.filter(({ visibility }) => visibility === each).length)}
              onClick={() => setThread(each)}
            >
              {each === 'INTERNAL' ? t('internal') : t('client')}
            </Button>
          ))}
        </Box>
      )}
      <Box sx={{ color: 'text.secondary' }}>
        {thread === 'INTERNAL' ? t('internalHint') : isStaff(actor.role) ? t('clientHint') : null}
      </Box>
      {inThread.length === 0 && <Box>{t('noNotes')}</Box>}
      {inThread.map((note) => (
        <NoteCard
          key={note.pid}
          declaration={declaration}
          record={pid}
          note={note}
          actor={actor}
          text={texts[note.pid]}
          isBusy={write.isPending}
          onText={(text) => onText(note.pid, text)}
          onSave={() => save(note)}
          onDelete={() =>
            write.mutate({
              call: { method: 'DELETE', notePid: note.pid },
              key: note.pid,
              failure: tEdit('noteDeleteFailed'),
            })
          }
        />
      ))}
      {whyNot !== null && <Box sx={{ color: 'text.secondary' }}>{localizeOnScreen(whyNot)}</Box>}
      {whyNot === null && (
        <NoteComposer
          key={newKey}
          label={t('newNote')}
          button={t('addNote')}
          target={{ declaration, pid, visibility: thread }}
          text={texts[newKey] ?? ''}
          // A way here from elsewhere, such as New note of a row.
          autoFocus={window.location.hash === '#new-note'}
          isBusy={write.isPending}
          onText={(text) => onText(newKey, text === '' ? null : text)}
          onSave={() =>
            write.mutate({
              call: { method: 'POST', body: { content: texts[newKey] ?? '', visibility: thread } },
              key: newKey,
              failure: tEdit('noteAddFailed'),
            })
          }
        />
      )}
    </Box>
  )
}
