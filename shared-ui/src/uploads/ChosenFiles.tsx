import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRef } from 'react'
import { formatSize } from '../format/sizes.ts'
import { readDropped } from './folder-tree.ts'
import type { LocalFiles } from './folder-tree.ts'
import { t } from './texts.ts'
import { nameRefusal } from './engine/upload-failures.ts'
import { useFileDrop } from './use-file-drop.ts'

export interface ChosenFilesProps {
  chosen: LocalFiles
  onChange: (chosen: LocalFiles) => void
}

/**
 * Files that will be uploaded once there is something to put them into: chosen or dropped here, folders too.
 */
export function ChosenFiles({ chosen, onChange }: ChosenFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  const add = ({ files, folders, skipped }: LocalFiles) =>
    onChange({
      files: [...chosen.files, ...files],
      folders: [...chosen.folders, ...folders],
      skipped: [...chosen.skipped, ...skipped],
    })
  const { isOver, zone } = useFileDrop((transfer) => void readDropped(transfer).then(add))
  const rows = [
    ...chosen.folders.map((folder) => ({
      name: folder.name,
      hint: t('folder'),
      refusal: nameRefusal(folder.name),
      without: () => ({ ...chosen, folders: chosen.folders.filter((each) => each !== folder) }),
    })),
    ...chosen.files.map((file) => ({
      name: file.name,
      hint: formatSize(file.size),
      refusal: nameRefusal(file.name),
      without: () => ({ ...chosen, files: chosen.files.filter((each) => each !== file) }),
    })),
  ]
  return (
    <Box
      component="section"
      aria-label={t('files')}
      {...zone}
      sx={{
        border: 1,
        borderStyle: 'dashed',
        borderColor: isOver ? 'primary.main' : 'portal.edge',
        borderRadius: 1,
        padding: 3,
      }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3 }}>
        <Typography component="h3" variant="h3">
          {t('files')}
        </Typography>
        <Typography sx={{ flex: '1 1 28ch', color: 'text.secondary' }}>{t('filesHint')}</Typography>
        <Button variant="outlined" onClick={() => input.current?.click()}>
          {t('addFiles')}
        </Button>
        <input
          ref={input}
          hidden
          multiple
          type="file"
          autoComplete="off"
          aria-label={t('addFiles')}
          onChange={({ currentTarget }) => {
            add({ files: [...(currentTarget.files ?? [])], folders: [], skipped: [] })
            currentTarget.value = ''
          }}
        />
      </Box>
      {rows.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0, paddingTop: 2 }}>
          {rows.map(({ name, hint, refusal, without }, index) => (
            <Box
              component="li"
              key={`${index} ${name}`}
              sx={{ display: 'flex', alignItems: 'center', gap: 3 }}
            >
              <Box
                component="bdi"
                title={name}
                sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
              >
                {name}
              </Box>
              <Box
                sx={{ color: refusal === null ? 'text.secondary' : 'error.main', marginInlineEnd: 'auto' }}
              >
                {refusal ?? hint}
              </Box>
              <Button
                size="small"
                color="secondary"
                aria-label={t('leaveOutNamed', { name })}
                onClick={() => onChange(without())}
              >
                {t('leaveOut')}
              </Button>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
