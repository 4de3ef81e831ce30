import { maxCounted } from '@portal/contract'
import type { MenuCounts } from '@portal/contract'
import { actorAtom } from '@portal/shared-ui'
import { useMutation, useQuery, useQueryClient } from '@portal/shared-ui/query'
import { useAtomValue } from '@portal/shared-ui/state'
import { useEffect } from 'react'
import { currentEntryAtom } from '../../navigation/navigation.state.ts'
import { t } from '../../texts.ts'
import { menuCountsQuery, visitNotifications } from './menu-counts.queries.ts'

/** The count of a menu entry, by its path. */
const countOf: Readonly<
  Record<string, { name: keyof MenuCounts; words: 'unreadMail' | 'openTasks' | 'newNotifications' }>
> = {
  '/mail': { name: 'mail', words: 'unreadMail' },
  '/tasks': { name: 'tasks', words: 'openTasks' },
  '/ctasks': { name: 'tasks', words: 'openTasks' },
  '/notifications': { name: 'notifications', words: 'newNotifications' },
}

export interface MenuCount {
  shown: string
  words: string
}

/** Returns the count of the menu entry with this path; null when it is zero or unknown. */
export function useMenuCounts(): (path: string) => MenuCount | null {
  const actor = useAtomValue(actorAtom)
  const { data } = useQuery({ ...menuCountsQuery, enabled: actor !== null })
  return (path) => {
    const counted = Object.hasOwn(countOf, path) ? countOf[path] : undefined
    const count = counted === undefined ? 0 : (data?.[counted.name] ?? 0)
    if (counted === undefined || count === 0) return null
    const shown = count > maxCounted ? `${maxCounted}+` : String(count)
    return { shown, words: t(counted.words, { count, shown }) }
  }
}

/** Opening the notifications marks them as seen, so the menu no longer counts them. */
export function useNotificationVisits(): void {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...menuCountsQuery, enabled: false })
  const isOnPage = useAtomValue(currentEntryAtom)?.path === '/notifications'
  const hasNew = (data?.notifications ?? 0) > 0
  const { mutate } = useMutation({
    mutationFn: visitNotifications,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: menuCountsQuery.queryKey }),
  })
  useEffect(() => {
    if (isOnPage && hasNew) mutate()
  }, [isOnPage, hasNew, mutate])
}
