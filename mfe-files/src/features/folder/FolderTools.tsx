import { useRef, useState } from 'react'
import {
  mdiFileTreeOutline,
  mdiFileUploadOutline,
  mdiFolderPlusOutline,
  mdiFolderUploadOutline,
} from '@mdi/js'
import { Icon, PickerInputs } from '@portal/shared-ui'
import { Box, Button, IconButton } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { NewFolderDialog } from './NewFolderDialog.tsx'
import { useFileBrowser } from './file-browser-context.ts'
import { useRoomUpload } from './use-upload.ts'

export interface FolderToolsProps {
  parentId: string
  isTreeOpen: boolean
  onTree: () => void
}

/**
 * Actions of a folder: create a folder, upload files and folders. When the viewer may not, the disabled
 * buttons say why.
 */
export function FolderTools({ parentId, isTreeOpen, onTree }: FolderToolsProps) {
  const { whyNotAdd } = useFileBrowser()
  const upload = useRoomUpload(parentId)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isNaming, setNaming] = useState(false)
  const barred = whyNotAdd !== null && {
    'aria-disabled': true,
    'aria-description': whyNotAdd,
    title: whyNotAdd,
  }
  const isOpen = whyNotAdd === null
  const choose = (picker: typeof files) => {
    if (isOpen) picker.current?.click()
  }
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        marginInlineStart: 'auto',
        '@container (max-width: 420px)': {
          gap: 1,
          '& .MuiButton-startIcon': { display: 'none' },
          '& .MuiButton-root': { paddingInline: 2 },
        },
      }}
    >
      <IconButton
        aria-label={t('folderTree')}
        title={t('folderTree')}
        aria-pressed={isTreeOpen}
        onClick={onTree}
        color={isTreeOpen ? 'primary' : 'default'}
      >
        <Icon path={mdiFileTreeOutline} />
      </IconButton>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiFolderPlusOutline} size={18} />}
        onClick={() => setNaming(isOpen)}
        {...barred}
      >
        {t('newFolder')}
      </Button>
      <Button
        variant="outlined"
        title={t('uploadFolderHint')}
        startIcon={<Icon path={mdiFolderUploadOutline} size={18} />}
        onClick={() => choose(folder)}
        {...barred}
      >
        {t('uploadFolder')}
      </Button>
      <Button
        variant="contained"
        startIcon={<Icon path={mdiFileUploadOutline} size={18} />}
        onClick={() => choose(files)}
        {...barred}
      >
        {t('uploadFiles')}
      </Button>
      <PickerInputs filesRef={files} folderRef={folder} onChosen={upload} />
      {isNaming && <NewFolderDialog parentId={parentId} onClose={() => setNaming(false)} />}
    </Box>
  )
}
