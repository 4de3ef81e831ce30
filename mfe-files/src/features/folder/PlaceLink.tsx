import type { MouseEvent, ReactNode } from 'react'
import { useShell } from '@portal/shared-ui'
import { MuiLink } from '@portal/shared-ui/mui'
import type { SxProps, Theme } from '@portal/shared-ui/mui'
import { useRoom } from './room.ts'
import type { RoomPlace } from './room.ts'

export interface PlaceLinkProps {
  to: Partial<RoomPlace>
  title?: string
  sx?: SxProps<Theme>
  children: ReactNode
}

/** Is it a plain click, which the portal follows itself? All others are the browser's: new tab, new window, save. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** A link to another place of the room. Rooms also stand in panels of other remotes, where there is no router. */
export function PlaceLink({ to, children, ...looks }: PlaceLinkProps) {
  const shell = useShell()
  const address = useRoom().addressOf(to)
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
