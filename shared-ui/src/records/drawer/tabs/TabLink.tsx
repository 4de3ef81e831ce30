import Link from '@mui/material/Link'
import type { DrawerTab } from '@portal/contract'
import type { MouseEvent, ReactNode } from 'react'
import { useShell } from '../../../portal/shell-api.ts'

/** The address of another tab of the open record. */
function addressOf(tab: DrawerTab): string {
  const here = new URL(window.location.href)
  here.searchParams.set('tab', tab)
  return `${here.pathname}${here.search}`
}

/** A link to another tab of the open record; underlined, since it is part of a sentence. */
export function TabLink({ tab, children }: { tab: DrawerTab; children: ReactNode }) {
  const shell = useShell()
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    shell.navigate(addressOf(tab))
  }
  return (
    <Link href={addressOf(tab)} underline="always" onClick={open}>
      {children}
    </Link>
  )
}
