import type { ReactNode } from 'react'
import { useState } from 'react'
import { LinkDialog } from './LinkDialog.tsx'
import { usePeopleChange } from './use-people-change.ts'
import { makeLink } from './users.queries.ts'

interface LinkOwner {
  pid: string
  name: string
}

/** Creates a link for a user and shows it once. Render `dialog` where it is used. */
export function useLink(): {
  make: (principal: LinkOwner) => void
  making: string | null
  dialog: ReactNode
} {
  const [name, setName] = useState('')
  const link = usePeopleChange(({ pid }: LinkOwner) => makeLink(pid))
  return {
    make: (holder) => {
      setName(holder.name)
      link.mutate(holder)
    },
    making: link.isPending ? link.variables.pid : null,
    dialog: link.data === undefined ? null : <LinkDialog name={name} made={link.data} onClose={link.reset} />,
  }
}
