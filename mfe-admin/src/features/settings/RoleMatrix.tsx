import { mdiCheck, mdiMinus } from '@mdi/js'
import { roles } from '@portal/contract'
import type { Role } from '@portal/contract'
import { Icon, sizes } from '@portal/shared-ui'
import { Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'

export interface RoleMatrixProps {
  label: string
  /** What a row is: page, module. */
  rowHeading: string
  rows: readonly { key: string; name: string; hint?: string }[]
  words: { yes: string; no: string }
  isOn(role: Role, key: string): boolean
}

const stickyHead = { position: 'sticky', top: 0, zIndex: 2, backgroundColor: 'portal.surface', height: sizes.header } as const
const stickyName = { position: 'sticky', left: 0, zIndex: 1, backgroundColor: 'portal.surface', fontWeight: 550 } as const

/** A switch as icon and word; what is off is paler, never told by colour alone. */
function Switch({ isOn, words }: { isOn: boolean; words: RoleMatrixProps['words'] }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5, color: isOn ? 'success.main' : 'text.secondary' }}>
      <Icon path={isOn ? mdiCheck : mdiMinus} size={16} />
      {isOn ? words.yes : words.no}
    </Box>
  )
}

/** Something by role, head and first column always in sight. It scrolls in itself, so that both can stick. */
export function RoleMatrix({ label, rowHeading, rows, words, isOn }: RoleMatrixProps) {
  return (
    <Box
      role="region"
      aria-label={label}
      // A region that scrolls must be reachable by keyboard.
      tabIndex={0}
      sx={{ maxWidth: 720, maxHeight: 'calc(100dvh - 180px)', overflow: 'auto', border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Table aria-label={label} sx={{ minWidth: 600, borderCollapse: 'separate' }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ ...stickyHead, left: 0, zIndex: 3 }}>{rowHeading}</TableCell>
            {roles.map((role) => (
              <TableCell key={role} sx={{ ...stickyHead, width: 104, whiteSpace: 'nowrap' }}>
                {t(role)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, name, hint }) => (
            <TableRow key={key}>
              <TableCell component="th" scope="row" sx={stickyName}>
                {name}
                {hint !== undefined && (
                  <Typography
                    variant="caption"
                    component="span"
                    sx={{ display: { xs: 'block', sm: 'inline' }, marginLeft: { sm: 2 }, color: 'text.secondary' }}
                  >
                    {hint}
                  </Typography>
                )}
              </TableCell>
              {roles.map((role) => (
                <TableCell key={role}>
                  <Switch isOn={isOn(role, key)} words={words} />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
