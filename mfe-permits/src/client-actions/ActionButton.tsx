import { useShell } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import type { MouseEvent } from 'react'

export interface ActionButtonProps {
  url: string
  isFirst: boolean
  children: string
}

/** A button that is a link to the place of the action, so that it can be opened in a new tab. */
export function ActionButton({ url, isFirst, children }: ActionButtonProps) {
  const shell = useShell()
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    shell.navigate(url)
  }
  return (
    <Button
      size="small"
      variant={isFirst ? 'contained' : 'outlined'}
      href={url}
      onClick={open}
      sx={{ maxWidth: '100%', textAlign: 'start', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
    >
      {children}
    </Button>
  )
}
