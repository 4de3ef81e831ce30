import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { useNewMail } from '../../../mail/new-mail.ts'
import { useShell } from '../../../portal/shell-api.ts'
import { titleOf } from '../../declaration/record-title.ts'
import { newNoteUrl, recordUrl } from '../../page/record-url.ts'
import { kindsFor } from './create-kinds.ts'
import type { CreateKind } from './create-kinds.ts'
import { CreateDialog } from './CreateDialog.lazy.ts'

export interface Creating {
  /** What can be created from the record. */
  kinds: readonly CreateKind[]
  create: (kind: CreateKind) => void
  /** The open dialog, to be rendered by the caller. */
  dialog: ReactNode
}

/** The address of a new note on a record, with the cursor in it. */
function noteAddress(declaration: Declaration, pid: string): string | null {
  const here = new URL(window.location.href)
  const isOpen =
    here.pathname.endsWith(`/${encodeURIComponent(pid)}`) || here.searchParams.get('record') === pid
  if (isOpen) {
    here.searchParams.set('tab', 'Notes')
    return `${here.pathname}${here.search}#new-note`
  }
  const url = recordUrl(declaration.name, pid)
  return url === null ? null : newNoteUrl(url)
}

/** Creates linked records from a record, such as a task or a message. */
export function useCreate(declaration: Declaration, record: AnyRecord | undefined, actor: Actor): Creating {
  const shell = useShell()
  const newMail = useNewMail()
  const [open, setOpen] = useState<{ kind: Exclude<CreateKind, 'note'>; record: AnyRecord } | null>(null)
  const kinds = record === undefined ? [] : kindsFor(declaration, record, actor, newMail !== null)
  const create = (kind: CreateKind) => {
    if (record === undefined) return
    if (kind === 'note') {
      const url = noteAddress(declaration, record.pid)
      if (url !== null) shell.navigate(url)
      return
    }
    // For a contact, mail opens directly: there is only one recipient.
    if (kind === 'mail' && declaration.table === 'contacts' && typeof record['email'] === 'string') {
      newMail?.({ to: [{ name: titleOf(declaration, record), address: record['email'] }], subject: '' })
      return
    }
    setOpen({ kind, record })
  }
  const dialog = open !== null && (
    <CreateDialog
      kind={open.kind}
      declaration={declaration}
      record={open.record}
      onClose={() => setOpen(null)}
    />
  )
  return { kinds, create, dialog }
}
