import Link from '@mui/material/Link'
import { useAtomValue } from 'jotai'
import type { MouseEvent, ReactNode } from 'react'
import { useShell } from '../../portal/shell-api.ts'
import { actorAtom, userAtom } from '../../session/session.ts'
import { openableUrl } from '../page/record-url.ts'

export interface RecordLinkProps {
  collection: string
  pid: string
  /** The path that opens it, for records without a page, such as mail. */
  path?: string | undefined
  /** -1 in tables, where arrow keys move between cells. */
  tabIndex?: number
  /** Inside running text, where color alone would not identify the link. */
  isInText?: boolean
  children: ReactNode
}

/** A record's name as a link to the record, on any remote's page. Plain text if this user may not open it. */
export function RecordLink({ collection, pid, path, tabIndex, isInText = false, children }: RecordLinkProps) {
  const shell = useShell()
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const url = path ?? (actor === null ? null : openableUrl(collection, pid, actor, user))
  if (url === null) return children
  const open = (event: MouseEvent) => {
    // The browser handles a click that opens a new tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    // Otherwise the surrounding row would open too.
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
