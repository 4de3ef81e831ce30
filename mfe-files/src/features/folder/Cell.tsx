import { sizes } from '@portal/shared-ui'
import { TableCell, styled } from '@portal/shared-ui/mui'

/** A cell of a folder's table. */
export const Cell = styled(TableCell)({
  height: sizes.row,
  paddingBlock: 4,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  '&[data-part=check], &[data-part=menu]': {
    width: 44,
    padding: 0,
    textAlign: 'center',
    overflow: 'visible',
  },
  // In narrow containers (a phone, a record's drawer) the name's cell shows the other columns.
  '@container (max-width: 720px)': { '&[data-part=detail]': { display: 'none' } },
})
