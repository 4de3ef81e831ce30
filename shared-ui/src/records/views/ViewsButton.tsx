import { screenLabel } from '@portal/contract'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { mdiBookmarkOutline } from '../../icons/paths.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import { MenuButton } from '../page/MenuButton.tsx'
import { t } from '../texts.ts'
import { ChangedChip } from './ChangedChip.lazy.ts'
import { viewsQuery } from './view-queries.ts'
import { loadViewsMenu } from './ViewsMenu.lazy.ts'

/** Opens the menu of saved views, says which one the table stands on, and whether it was changed since. */
export function ViewsButton() {
  const { collection, table, hasOwnWidths } = useRecordPage()
  const views = useQuery(viewsQuery(collection.name))
  const view = views.data?.find(({ pid }) => pid === table.view)
  const isChanged = view !== undefined && (table.isChanged || hasOwnWidths)
  const description =
    view === undefined
      ? undefined
      : isChanged
        ? `${screenLabel(view.name)}, ${t('changed')}`
        : screenLabel(view.name)
  return (
    <Box data-gives-way sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <MenuButton
        name="views"
        label={t('views')}
        icon={mdiBookmarkOutline}
        {...(view !== undefined && { suffix: screenLabel(view.name) })}
        {...(description !== undefined && { description })}
        load={loadViewsMenu}
      />
      {isChanged && <ChangedChip />}
    </Box>
  )
}
