import type { MouseEvent, ReactNode } from 'react'
import { useShell } from '@portal/shared-ui'
import { MuiLink } from '@portal/shared-ui/mui'
import type { SxProps, Theme } from '@portal/shared-ui/mui'
import { useFileBrowser } from './file-browser-context.ts'
import type { FileLocation } from './file-browser-context.ts'

export interface PlaceLinkProps {
  to: Partial<FileLocation>
  title?: string
  sx?: SxProps<Theme>
  children: ReactNode
}

/**
 * Whether it is a plain click, which the portal handles. The browser handles all others: new tab, new window,
 * save.
 */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/**
 * A link within the file browser. File browsers are also shown in panels of other remotes, which have no
 * router.
 */
export function FolderLink({ to, children, ...looks }: PlaceLinkProps) {
  const shell = useShell()
  const address = useFileBrowser().addressOf(to)
  const follow = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    shell.navigate(address)
  }
  return (
    <MuiLink href={address} onClick={follow} {...looks}>
      {children}
    </MuiLink>
  )
}
