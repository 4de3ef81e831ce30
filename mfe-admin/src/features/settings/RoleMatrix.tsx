import { roles } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sizes } from '@portal/shared-ui'
import {
  Box,
  Switch,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tooltip,
  Typography,
} from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'

export interface RoleMatrixProps {
  label: string
  /** Heading of the rows: page, module. */
  rowHeading: string
  rows: readonly { key: string; name: string; hint?: string }[]
  words: { yes: string; no: string }
  isOn(role: Role, key: string): boolean
  /** Why this switch is disabled, or null. */
  whyFixed(role: Role, key: string): string | null
  isChanged(role: Role, key: string): boolean
  onSwitch(role: Role, key: string, isOn: boolean): void
}

const stickyHead = {
  position: 'sticky',
  top: 0,
  zIndex: 2,
  backgroundColor: 'portal.surface',
  height: sizes.header,
} as const
const stickyName = {
  position: 'sticky',
  left: 0,
  zIndex: 1,
  backgroundColor: 'portal.surface',
  fontWeight: 550,
  minWidth: { xs: 96, sm: 112 },
  overflowWrap: 'normal',
} as const

interface CellProps {
  name: string
  isOn: boolean
  isChanged: boolean
  whyFixed: string | null
  words: RoleMatrixProps['words']
  onSwitch: (isOn: boolean) => void
}

/** A switch with its label. A disabled one says why; a changed one is marked. */
function Cell({ name, isOn, isChanged, whyFixed, words, onSwitch }: CellProps) {
  const control = (
    <Box
      component="label"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        whiteSpace: 'nowrap',
        color: isOn ? 'text.primary' : 'text.secondary',
      }}
    >
      <Switch
        size="small"
        checked={isOn}
        disabled={whyFixed !== null}
        onChange={(_event, checked) => onSwitch(checked)}
        input={{ 'aria-label': name, ...(whyFixed !== null && { 'aria-description': whyFixed }) }}
      />
      {/* On a phone the label is hidden, so that all roles fit. */}
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        {isOn ? words.yes : words.no}
      </Box>
      {isChanged && (
        <Box component="span" title={t('changed')} sx={{ color: 'warning.main', fontWeight: 700 }}>
          *
        </Box>
      )}
    </Box>
  )
  return whyFixed === null ? control : <Tooltip title={whyFixed}>{control}</Tooltip>
}

/**
 * A table by role with sticky header and first column. It has its own scroll container, so that both can be
 * sticky.
 */
export function RoleMatrix({
  label,
  rowHeading,
  rows,
  words,
  isOn,
  whyFixed,
  isChanged,
  onSwitch,
}: RoleMatrixProps) {
  return (
    <Box
      role="region"
      aria-label={label}
      // A scrollable region must be reachable by keyboard.
      tabIndex={0}
      sx={{
        maxWidth: 760,
        maxHeight: 'calc(100dvh - 260px)',
        minHeight: 200,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
      }}
    >
      <Table
        aria-label={label}
        sx={{
          minWidth: { sm: 680 },
          borderCollapse: 'separate',
          '& td, & th': { paddingInline: { xs: 1, sm: 3 } },
        }}
      >
        <TableHead>
          <TableRow>
            <TableCell sx={{ ...stickyHead, left: 0, zIndex: 3 }}>{rowHeading}</TableCell>
            {roles.map((role) => (
              <TableCell
                key={role}
                sx={{
                  ...stickyHead,
                  width: { sm: 120 },
                  whiteSpace: 'nowrap',
                  fontSize: { xs: '0.75rem', sm: 'inherit' },
                }}
              >
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
                    sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}
                  >
                    {hint}
                  </Typography>
                )}
              </TableCell>
              {roles.map((role) => (
                <TableCell key={role}>
                  <Cell
                    name={t('switchName', { name, role: t(role) })}
                    isOn={isOn(role, key)}
                    isChanged={isChanged(role, key)}
                    whyFixed={whyFixed(role, key)}
                    words={words}
                    onSwitch={(checked) => onSwitch(role, key, checked)}
                  />
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}
