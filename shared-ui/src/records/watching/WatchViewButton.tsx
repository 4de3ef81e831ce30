import IconButton from '@mui/material/IconButton'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/use-change.ts'
import { Icon } from '../../icons/Icon.tsx'
import { mdiEye, mdiEyeOutline } from '../../icons/paths.ts'
import { t } from './texts.ts'
import { changeViewWatch, watchesKey, watchesQuery } from './watch.queries.ts'

/** Switches watching of a view on and off; `name` is its name on screen. */
export function WatchViewButton({ pid, name }: { pid: string; name: string }) {
  const { data } = useQuery(watchesQuery())
  const change = useChange(changeViewWatch, { stale: [watchesKey], failed: t('failed') })
  const isWatching = data?.views.some((view) => view.pid === pid) ?? false
  return (
    <IconButton
      aria-label={t('watchView', { name })}
      aria-pressed={isWatching}
      title={t('watchViewHint')}
      disabled={data === undefined || change.isPending}
      onClick={() => change.mutate({ pid, isWatching: !isWatching })}
      sx={isWatching ? { color: 'primary.main' } : {}}
    >
      <Icon path={isWatching ? mdiEye : mdiEyeOutline} size={16} />
    </IconButton>
  )
}
