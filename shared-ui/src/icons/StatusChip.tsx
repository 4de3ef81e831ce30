import { styled } from '@mui/material/styles'
import { colourTokens } from '@portal/contract'
import type { ColourToken, SymbolName } from '@portal/contract'
import { Icon } from './Icon.tsx'
import { symbolPaths } from './symbols.ts'

/** One style for all chips, with the color set by an attribute, because a table renders hundreds of them. */
const Chip = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  maxWidth: '100%',
  height: 22,
  paddingInline: 6,
  borderRadius: theme.shape.borderRadius,
  fontSize: theme.typography.caption.fontSize,
  lineHeight: theme.typography.caption.lineHeight,
  fontWeight: 550,
  whiteSpace: 'nowrap',
  verticalAlign: 'middle',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  ...Object.fromEntries(
    colourTokens.map((token) => {
      const { soft, strong, text } = theme.vars.palette.portal.status[token]
      return [`&[data-colour=${token}]`, { backgroundColor: soft, color: text, '& > svg': { color: strong } }]
    }),
  ),
}))

export interface StatusChipProps {
  label: string
  colour?: ColourToken
  symbol?: SymbolName
}

/** A status as icon, text and color, never color alone. Source: look.md 1. */
export function StatusChip({ label, colour = 'grey', symbol = 'circle' }: StatusChipProps) {
  return (
    <Chip data-colour={colour} title={label}>
      <Icon path={symbolPaths[symbol]} size={14} />
      <span>{label}</span>
    </Chip>
  )
}
