import { Box, Button } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'

/** Style of the selected option, less prominent than the actions of a row. */
const chosen = {
  backgroundColor: 'portal.primarySoft.main',
  color: 'portal.primarySoft.text',
  borderColor: 'primary.main',
} as const

interface FilterLinksProps {
  /** What the links choose between, for screen readers. */
  label: string
  options: readonly { name: string; text: string; to: string }[]
  /** Name of the option in force. */
  selected: string
}

/** Options of a filter above a list. The choice is in the address, so each option is a link. */
export function FilterLinks({ label, options, selected }: FilterLinksProps) {
  return (
    <Box role="group" aria-label={label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingBottom: 4 }}>
      {options.map(({ name, text, to }) => (
        <Button
          key={name}
          variant="outlined"
          size="small"
          sx={name === selected ? chosen : undefined}
          aria-current={name === selected ? 'true' : undefined}
          component={Link}
          to={to}
        >
          {text}
        </Button>
      ))}
    </Box>
  )
}
