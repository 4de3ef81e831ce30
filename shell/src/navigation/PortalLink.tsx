import { useShell } from '@portal/shared-ui'
import type { AnchorHTMLAttributes, MouseEvent } from 'react'

type PortalLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }

/** Whether a click follows the link in this tab: no new tab, no new window, no download. */
export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented'>,
): boolean {
  return (
    event.button === 0 &&
    !event.defaultPrevented &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey
  )
}

/** A link to a page of the portal, in any remote. */
export function PortalLink({ href, onClick, children, ...rest }: PortalLinkProps) {
  const shell = useShell()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlainClick(event)) return
    event.preventDefault()
    shell.navigate(href)
  }
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
