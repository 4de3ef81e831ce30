import { useState } from 'react'
import { randomKey } from '@portal/shared-ui'
import { t } from '../../texts.ts'
import { folderProblem, useFileWrites } from './file-writes.ts'
import { NameDialog } from './NameDialog.tsx'

/** Asks for a name and creates a folder in the open one. */
export function NewFolderDialog({ parentId, onClose }: { parentId: string; onClose: () => void }) {
  const { makeFolder } = useFileWrites(parentId)
  const [key] = useState(randomKey)
  return (
    <NameDialog
      title={t('newFolder')}
      label={t('folderName')}
      yes={t('make')}
      initial=""
      problem={makeFolder.error === null ? null : folderProblem(makeFolder.error)}
      isBusy={makeFolder.isPending}
      onName={(name) =>
        makeFolder.mutate(
          { name, key: `${key}-${encodeURIComponent(name).slice(0, 60)}` },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    />
  )
}
