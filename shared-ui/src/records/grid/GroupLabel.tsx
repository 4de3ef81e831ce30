import Box from '@mui/material/Box'
import { findField } from '@portal/contract'
import { formatNumber } from '../../format/numbers.ts'
import { Icon } from '../../icons/Icon.tsx'
import { mdiChevronDown, mdiChevronRight } from '../../icons/paths.ts'
import { FieldValue, plainText } from '../values/FieldValue.tsx'
import { useRecordPage } from '../page/record-page-context.ts'
import { t } from '../texts.ts'
import { checkWidth } from './grid-styles.ts'
import type { GroupHeader } from './lines.ts'

/**
 * The label of a group: its value as the field shows it, and how many records it holds. The whole row opens
 * and closes it.
 */
export function GroupLabel({ header }: { header: GroupHeader }) {
  const { collection } = useRecordPage()
  const declared = findField(collection, header.field)
  const isEmpty = header.value === null || header.value === undefined
  const words = declared === undefined || isEmpty ? t('empty') : plainText(declared, header.value)
  return (
    <Box
      sx={{
        // Where the cell is as wide as the table, the name stays in sight within it.
        position: 'sticky',
        left: checkWidth + 10,
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        height: '100%',
        fontWeight: 600,
        paddingInlineStart: header.depth * 6,
        paddingInlineEnd: 3,
        backgroundColor: 'portal.page',
      }}
    >
      <Box
        component="button"
        type="button"
        tabIndex={-1}
        aria-expanded={header.isOpen}
        aria-label={t(header.isOpen ? 'closeGroup' : 'openGroup', { value: words })}
        sx={{
          display: 'inline-flex',
          padding: 0,
          border: 0,
          background: 'none',
          color: 'inherit',
          cursor: 'pointer',
        }}
      >
        <Icon path={header.isOpen ? mdiChevronDown : mdiChevronRight} />
      </Box>
      {declared === undefined || isEmpty ? (
        words
      ) : (
        <FieldValue declared={declared} value={header.value} inTable />
      )}
      <Box component="span" sx={{ color: 'text.secondary', fontWeight: 450 }}>
        ({formatNumber(header.count)})
      </Box>
    </Box>
  )
}
