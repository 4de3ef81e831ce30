import { useMutation, useQueryClient } from '@tanstack/react-query'
import { View } from '@portal/contract'
import type { SavedView, ViewPatch } from '@portal/contract'
import { crud, nothing } from '../../api/api.ts'
import { isProblem } from '../../api/api-problem.ts'
import { useShell } from '../../portal/shell-api.ts'
import { useRecordPage } from '../page/record-page-context.ts'
import { viewsKey } from './view-queries.ts'
import { t } from './texts.ts'

/** The state of the table as a view keeps it. */
export function useStateToSave(): Omit<SavedView, 'name'> {
  const { collection, table, tableColumns } = useRecordPage()
  const { filter, match, sort, group, hide, order } = table.shown
  return {
    collection: collection.name,
    filters: { ...filter },
    match,
    sort,
    group: [...group],
    hide: [...hide],
    order: [...order],
    widths: Object.fromEntries(tableColumns.map(({ name, width }) => [name, Math.round(width)])),
  }
}

/** Writes of saved views; each tells its end, and a failure leaves the menu as it was. */
export function useViewWrites() {
  const { collection } = useRecordPage()
  const shell = useShell()
  const queryClient = useQueryClient()
  const again = () => queryClient.invalidateQueries({ queryKey: viewsKey(collection.name) })
  const fail = (error: Error) => {
    shell.toast({ title: isProblem(error, 'version-conflict') ? t('stale') : error.message, colour: 'red' })
    void again()
  }
  const done = (title: string) => async () => {
    await again()
    shell.toast({ title })
  }
  const create = useMutation({
    mutationFn: (view: SavedView) => crud({ apiPath: '/views', method: 'POST', body: view }, View),
    onSuccess: done(t('saved')),
    onError: fail,
  })
  const patch = useMutation({
    mutationFn: ({ pid, ...body }: ViewPatch & { pid: string }) =>
      crud({ apiPath: `/views/${encodeURIComponent(pid)}`, method: 'PATCH', body }, View),
    onSuccess: done(t('saved')),
    onError: fail,
  })
  const remove = useMutation({
    mutationFn: (pid: string) =>
      crud({ apiPath: `/views/${encodeURIComponent(pid)}`, method: 'DELETE' }, nothing),
    onSuccess: done(t('deleted')),
    onError: fail,
  })
  return { create, patch, remove, isBusy: create.isPending || patch.isPending || remove.isPending }
}
