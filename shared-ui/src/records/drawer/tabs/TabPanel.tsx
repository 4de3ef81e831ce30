import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'

export interface TabPanelProps {
  /** Id of the tab; the panel's id is derived from it. */
  tabId: string
  /** A panel with unsaved input stays mounted but hidden while another tab is open. */
  isShown: boolean
  /** Called with the panel's element whenever it becomes visible. */
  onShown: (element: HTMLElement) => void
  onScrolled: (scrollTop: number) => void
  children: ReactNode
}

/** The content of a tab of a record. */
export function TabPanel({ tabId, isShown, onShown, onScrolled, children }: TabPanelProps) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useEffectEvent(onShown)
  useLayoutEffect(() => {
    if (isShown && place.current !== null) shown(place.current)
  }, [isShown])
  return (
    <Box
      ref={place}
      role="tabpanel"
      id={`${tabId}-panel`}
      aria-labelledby={tabId}
      tabIndex={0}
      hidden={!isShown}
      onScroll={(event) => {
        if (isShown) onScrolled(event.currentTarget.scrollTop)
      }}
      sx={{ flex: 1, overflowY: 'auto', paddingInline: 5, paddingBottom: 5 }}
    >
      {children}
    </Box>
  )
}
