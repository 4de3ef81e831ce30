import { isAdministrator } from '@portal/contract'
import { RecordLink, actorAtom, isReference, titleOf, useDeclarations } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Alert, Box, Button } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { useState } from 'react'
import { MergeDialog } from './MergeDialog.tsx'
import { UndoMergeDialog } from './UndoMergeDialog.tsx'
import { t } from './texts.ts'

/** For administrators: merges the organization into another one, or tells where a merged one went. */
export function MergePanel({ pid, record }: Pick<PanelProps, 'pid' | 'record'>) {
  const actor = useAtomValue(actorAtom)
  const declaration = useDeclarations()('orgs')
  const [isOpen, setOpen] = useState(false)
  if (actor === null || !isAdministrator(actor.role) || declaration === undefined) return null
  const client = { pid, title: titleOf(declaration, record) }
  const into = record['mergedInto']
  const close = () => setOpen(false)
  if (!isReference(into))
    return (
      <>
        <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
          {t('merge')}
        </Button>
        {isOpen && <MergeDialog client={client} onClose={close} />}
      </>
    )
  return (
    <Alert severity="warning">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <span>
          {t('mergedInto')}{' '}
          <RecordLink collection="orgs" pid={into.pid} isInText>
            {into.title}
          </RecordLink>
        </span>
        <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
          {t('undo')}
        </Button>
      </Box>
      {isOpen && <UndoMergeDialog client={client} onClose={close} />}
    </Alert>
  )
}
