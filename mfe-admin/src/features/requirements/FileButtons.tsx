import { CreatedPid } from '@portal/contract'
import { addToastAtom, crud, saveAsFile } from '@portal/shared-ui'
import { Button } from '@portal/shared-ui/mui'
import { useMutation, useQueryClient } from '@portal/shared-ui/query'
import { useSetAtom } from '@portal/shared-ui/state'
import { fromFile, toFile } from './requirements-file.ts'
import { t } from './texts.ts'
import { JsonFileButton } from '../../parts/JsonFileButton.tsx'
import { agenciesQuery } from '../../parts/agencies.queries.ts'
import type { RequirementsEditing } from './use-requirements.ts'

const fileName = 'requirements.json'

/**
 * The requirements as a file, to keep or to share with another office, and the way back. A file brings the
 * agencies that its rules name; those this office lacks are added. What was read is not saved yet.
 */
export function FileButtons({ editing }: { editing: RequirementsEditing }) {
  const { requirements, agencies, replace } = editing
  const client = useQueryClient()
  const toast = useSetAtom(addToastAtom)
  const read = useMutation({
    mutationFn: async (file: File) => {
      const found = fromFile(await file.text(), agencies)
      if ('reason' in found) throw new Error(t('importFailed', { reason: found.reason }))
      const { missing, unknown } = found
      if (unknown.length > 0)
        throw new Error(t('importLeft', { count: unknown.length, names: unknown.join(', ') }))
      for (const body of missing)
        await crud({ apiPath: '/authorities', method: 'POST', body: { ...body } }, CreatedPid)
      return { ...found, added: missing.length }
    },
    onSuccess: async ({ requirements: next, added }) => {
      if (added > 0) await client.invalidateQueries({ queryKey: agenciesQuery.queryKey })
      replace(next)
      toast({
        title: t('imported'),
        ...(added > 0 && { description: t('added', { count: added }) }),
      })
    },
    onError: (error) => toast({ title: error.message, colour: 'red' }),
  })
  return (
    <>
      <Button
        variant="outlined"
        onClick={() => saveAsFile(fileName, toFile(requirements, agencies), 'application/json')}
      >
        {t('exportFile')}
      </Button>
      <JsonFileButton label={t('importFile')} isBusy={read.isPending} onFile={(file) => read.mutate(file)} />
    </>
  )
}
