import { mdiFormatListGroup } from '../../../icons/paths.ts'
import { useRecordPage } from '../../page/record-page-context.ts'
import { MenuButton } from '../../page/MenuButton.tsx'
import { t } from '../../texts.ts'
import { loadGroupMenu } from './GroupMenu.lazy.ts'

/** Opens the menu of the fields records are grouped by. */
export function GroupButton() {
  const { table } = useRecordPage()
  const { groupedBy } = table.grouping
  return (
    <MenuButton
      name="group"
      label={t('group')}
      icon={mdiFormatListGroup}
      count={groupedBy.length}
      load={loadGroupMenu}
    />
  )
}
