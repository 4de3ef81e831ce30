import { labelOfCollection, screenLabel } from '@portal/contract'
import { formatNumber, openableList, userAtom } from '@portal/shared-ui'
import { Button, Menu, MenuItem } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import type { WorkloadList } from './columns.ts'
import { t } from './texts.ts'

/** A button whose number stands below the numbers of other rows. */
const inCell = { minWidth: 32, paddingInline: 0, justifyContent: 'flex-end', fontSize: 'inherit' } as const

/** A number that opens its records: the list, or a choice of lists where they are of several collections. */
export function WorkloadCell({
  name,
  column,
  lists,
}: {
  name: string
  column: string
  lists: readonly WorkloadList[]
}) {
  const user = useAtomValue(userAtom)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const count = lists.reduce((sum, list) => sum + list.count, 0)
  const label = t('cell', { name, column, count })
  const choices = lists.flatMap((list) => {
    const url = openableList(list, user)
    return url === null ? [] : [{ ...list, url }]
  })
  const [only] = choices
  if (only === undefined) return <>{formatNumber(count)}</>
  const shown = { size: 'small', 'aria-label': label, sx: inCell } as const
  if (lists.length === 1)
    return (
      <Button {...shown} component={Link} to={only.url}>
        {formatNumber(count)}
      </Button>
    )
  return (
    <>
      <Button
        {...shown}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {formatNumber(count)}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { 'aria-label': t('lists', { name, column }) } }}
      >
        {choices.map(({ collection, count: records, url }) => (
          <MenuItem key={collection} component={Link} to={url}>
            {t('countOf', {
              collection: screenLabel(labelOfCollection(collection, 'many')),
              count: records,
            })}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
