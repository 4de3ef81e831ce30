import Link from '@mui/material/Link'
import { useAtomValue } from 'jotai'
import type { MouseEvent, ReactNode } from 'react'
import { useShell } from '../../portal/shell-api.ts'
import { actorAtom, userAtom } from '../../session/session.ts'
import { openableUrl } from '../record-url.ts'

export interface RecordLinkProps {
  collection: string
  pid: string
  /** Where it is opened, for what is no record of a page, such as mail. */
  path?: string | undefined
  /** -1 in tables, where the arrows move from cell to cell. */
  tabIndex?: number
  /** Amid other words, where color alone would not tell it from them. */
  isInText?: boolean
  children: ReactNode
}

/**
 * A record's name that opens it, whichever remote has its page; plain words where this person may not open
 * it.
 */
export function RecordLink({ collection, pid, path, tabIndex, isInText = false, children }: RecordLinkProps) {
  const shell = useShell()
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const url = path ?? (actor === null ? null : openableUrl(collection, pid, actor, user))
  if (url === null) return children
  const open = (event: MouseEvent) => {
    // A new tab or window is the browser's to open.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // The row around it would open.
    event.stopPropagation()
    shell.navigate(url)
  }
  return (
    <Link
      href={url}
      onClick={open}
      {...(isInText && { underline: 'always' })}
      {...(tabIndex !== undefined && { tabIndex })}
    >
      {children}
    </Link>
  )
}
