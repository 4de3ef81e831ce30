import Box from '@mui/material/Box'
import type { ColourToken, SymbolName } from '@portal/contract'
import { Icon } from './Icon.tsx'
import { symbolPaths } from './symbols.ts'

export interface StatusChipProps {
  label: string
  colour?: ColourToken
  symbol?: SymbolName
}

/** A state as icon, word and colour, never colour alone. Source: look.md section 1. */
export function StatusChip({ label, colour = 'grey', symbol = 'circle' }: StatusChipProps) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        maxWidth: '100%',
        height: 22,
        paddingInline: 1.5,
        borderRadius: 1,
        backgroundColor: `portal.status.${colour}.soft`,
        color: `portal.status.${colour}.text`,
        typography: 'caption',
        fontWeight: 550,
        whiteSpace: 'nowrap',
      }}
    >
      <Box component="span" sx={{ display: 'inline-flex', color: `portal.status.${colour}.strong` }}>
        <Icon path={symbolPaths[symbol]} size={14} />
      </Box>
      <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
        {label}
      </Box>
    </Box>
  )
}
