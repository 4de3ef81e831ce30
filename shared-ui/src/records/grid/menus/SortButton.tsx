import { mdiSort } from '../../../icons/paths.ts'
import { useRecordPage } from '../../page/record-page-context.ts'
import { MenuButton } from '../../page/MenuButton.tsx'
import { sortKeysIn } from '../sorting.ts'
import { t } from '../../texts.ts'
import { loadSortMenu } from './SortMenu.lazy.ts'

/** Opens the menu of sort keys; the headers sort by click. */
export function SortButton() {
  const { table } = useRecordPage()
  return (
    <MenuButton
      name="sort"
      label={t('sort')}
      icon={mdiSort}
      count={sortKeysIn(table.shown.sort).length}
      load={loadSortMenu}
    />
  )
}
