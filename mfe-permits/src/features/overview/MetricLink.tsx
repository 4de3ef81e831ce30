import type { FigureList } from '@portal/contract'
import { openableList, userAtom } from '@portal/shared-ui'
import { Box } from '@portal/shared-ui/mui'
import type { SxProps, Theme } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import type { ReactNode } from 'react'

export interface FigureLinkProps {
  list: FigureList
  /** The number and its meaning, as the accessible name. */
  label: string
  sx?: SxProps<Theme>
  children: ReactNode
}

/** A number that links to the list it counts; plain text when the viewer may not open that page. */
export function MetricLink({ list, label, sx = {}, children }: FigureLinkProps) {
  const user = useAtomValue(userAtom)
  const url = openableList(list, user)
  if (url === null) return <Box sx={sx}>{children}</Box>
  return (
    <Box component={Link} to={url} aria-label={label} title={label} sx={sx}>
      {children}
    </Box>
  )
}
